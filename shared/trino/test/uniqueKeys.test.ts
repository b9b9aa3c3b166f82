import fc from "fast-check";
import { expect, it } from "vitest";
import { uniqueKeys } from "../functions/json/uniqueKeys.ts";

/** JSON text in which keys may be repeated, with and without escapes. */
const json = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom("1", "-2.50e3", "true", "null", '"a,b]}"', '"\\"\\\\"', '"é"'),
    fc.array(tie("value"), { maxLength: 4 }).map((items) => `[${items.join(",")}]`),
    fc
      .array(fc.tuple(fc.constantFrom('"a"', '"\\u0061"', '"b"', '"{"', '"__proto__"'), tie("value")), {
        maxLength: 5,
      })
      .map((members) => `{${members.map(([key, value]) => `${key}:${value}`).join(",")}}`),
  ),
})).value;

/** Returns the text of a document whose keys are unique; JSON.parse keeps the last value of a repeated key. */
const withoutRepetitions = (text: string): unknown => JSON.parse(text);

it("JSON keeps the last value of each key, and is the same document otherwise", () => {
  fc.assert(
    fc.property(json, (text) => {
      const unique = uniqueKeys(text);
      expect(withoutRepetitions(unique)).toEqual(withoutRepetitions(text));
      expect(uniqueKeys(unique)).toBe(unique);
      expect(unique.length).toBeLessThanOrEqual(text.length);
    }),
  );
});

it.each([
  ['{"b":1,"a":2,"b":3}', '{"b":3,"a":2}'],
  ['[{"b":1,"b":[{"c":1,"c":2.0}]},"{\\"x\\":1}"]', '[{"b":[{"c":2.0}]},"{\\"x\\":1}"]'],
  ["{}", "{}"],
  ['"a"', '"a"'],
])("the first position of a key is kept: %s", (text, unique) => {
  expect(uniqueKeys(text)).toBe(unique);
});
