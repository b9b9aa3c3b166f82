import { DomainError } from "@pdp/basics/errors";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "#shared/http/parseJson.ts";

const HALF = "The body is not valid JSON. It contains an unpaired surrogate, such as \\ud83d.";

function refusal(text: string): string {
  try {
    parseJson(text);
    return "parsed";
  } catch (error) {
    if (error instanceof DomainError) return error.message;
    throw error;
  }
}

/** True if a value contains a string with a lone surrogate, found by exhaustive search. */
function hasHalf(value: unknown): boolean {
  if (typeof value === "string") return !value.isWellFormed();
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, inner]) => !key.isWellFormed() || hasHalf(inner));
}

describe("the JSON of a request", () => {
  it.each([
    ['"\\ud83d"', HALF],
    ['"\\uDE00"', HALF],
    ['"\\ude00\\ud83d"', HALF],
    ['"\\ud83dx\\ude00"', HALF],
    ['"\\ud83d\\n\\ude00"', HALF],
    ['{"\\ud83d":1}', HALF],
    ['"\ud83d"', HALF],
    ['"\\ud83d\\ude00"', "parsed"],
    ['"\\\\ud83d"', "parsed"],
    ['"\\\\\\ud83d"', HALF],
    ['"\\u00e9 \\ud83d\\ude00\\ud83d\\ude00"', "parsed"],
    [
      "{",
      "The body is not valid JSON. Expected property name or '}' in JSON at position 1 (line 1 column 2)",
    ],
  ])("%s", (text, expected) => {
    expect(refusal(text)).toBe(expected);
  });

  it("JSON with an unpaired surrogate is refused, and valid pairs are accepted", () => {
    const escapes = fc.constantFrom(
      "\\ud83d",
      "\\ude00",
      "\\\\",
      "\\n",
      "a",
      "\\u0041",
      "ud83d",
      '\\"',
      "😀",
    );
    const text = fc.array(escapes, { maxLength: 8 }).map((some) => `"${some.join("")}"`);
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
        const json = `{${texts.map((one) => `${one}:[${one}]`).join(",")}}`;
        expect(refusal(json)).toBe(hasHalf(JSON.parse(json)) ? HALF : "parsed");
      }),
    );
  });

  it("names of prototype properties are treated as ordinary names", () => {
    const value = parseJson('{"__proto__":{"x":1},"constructor":2}') as object;
    expect(Object.keys(value)).toEqual(["__proto__", "constructor"]);
    expect(value).not.toHaveProperty("x");
  });

  it("JSON may be nested as deeply as its length allows", () => {
    const depth = 300_000;
    expect(refusal("[".repeat(depth) + "]".repeat(depth))).toBe("parsed");
  });
});
