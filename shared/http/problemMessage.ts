import type * as v from "valibot";

type Issue = v.BaseIssue<unknown>;

/** Words for the type names used by the validator. */
const TYPES: Record<string, string> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  Object: "an object",
  Array: "a list",
  null: "null",
};

/** Returns the message of a problem. The validator's messages are rephrased to match the others. */
export function problemMessage(issue: Issue): string {
  const { message } = issue;
  if (!message.startsWith("Invalid ")) return message;
  const { requirement } = issue as { requirement?: unknown };
  const unit = typeof issue.input === "string" ? "characters" : "items";
  switch (issue.type) {
    case "integer":
      return "Input should be an integer";
    case "finite":
      return "Input should be a finite number";
    case "min_value":
      return `Input should be at least ${requirement}`;
    case "max_value":
      return `Input should be at most ${requirement}`;
    case "min_length":
      return `Input should have at least ${requirement} ${unit}`;
    case "max_length":
      return `Input should have at most ${requirement} ${unit}`;
    case "strict_tuple":
      return "Input should have no further items";
    default:
      return issue.expected === null
        ? "Input is not valid"
        : `Input should be ${expectedWords(issue.expected)}`;
  }
}

/** Describes what was expected in words: `((null | undefined) | Object)` is "an object". */
export function expectedWords(expected: string): string {
  const options = [...new Set(expected.match(/"(?:[^"\\]|\\.)*"|[^\s()|]+/g) ?? [])];
  const stated = options.filter((option) => option !== "undefined" && option !== "null");
  const words = (stated.length > 0 ? stated : options).map((option) => TYPES[option] ?? option);
  if (words.length > 1 && words.every((word) => word.startsWith('"'))) return `one of ${words.join(", ")}`;
  return words.join(" or ");
}
