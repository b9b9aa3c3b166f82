import * as v from "valibot";

/** Violation of a rule that involves several fields, reported on one of them. */
export interface BrokenRule {
  /** Key path to the field. */
  path: (string | number)[];
  message: string;
}

/** Checks a value as a whole and reports each violation on the field concerned. */
export function brokenRules<T extends object>(rules: (value: T) => BrokenRule[]): v.RawCheckAction<T> {
  return v.rawCheck<T>(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const { path, message } of rules(dataset.value)) {
      const items = pathItems(dataset.value, path);
      const [first, ...rest] = items;
      if (first) addIssue({ message, path: [first, ...rest], input: items.at(-1)?.value });
    }
  });
}

function pathItems(value: object, path: readonly (string | number)[]): v.IssuePathItem[] {
  let input: unknown = value;
  return path.map((key) => {
    const within = input;
    input = (within as Record<string | number, unknown>)?.[key];
    return { type: "unknown", origin: "value", input: within, key, value: input };
  });
}
