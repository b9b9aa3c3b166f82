import fc from "fast-check";
import { expect, test } from "vitest";
import { repeatedName } from "#shared/http/repeatedName.ts";

/** JSON value whose objects may have a name several times. */
type Value = { entries: [name: string, value: Value][] } | { items: Value[] } | { leaf: string | number };

const name = fc.oneof(
  fc.constantFrom("a", "b", "", "\\", '"', "__proto__", "{", "]"),
  fc.string({ maxLength: 2 }),
);

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.record({ leaf: fc.oneof(name, fc.integer()) }),
    fc.record({ items: fc.array(tie("value"), { maxLength: 3 }) }),
    fc.record({ entries: fc.array(fc.tuple(name, tie("value")), { maxLength: 3 }) }),
  ),
}));

/** Escapes every second string completely. */
function written(value: Value, escapes: { next: boolean }): string {
  const quoted = (text: string): string => {
    escapes.next = !escapes.next;
    if (escapes.next) return JSON.stringify(text);
    const codes = Array.from({ length: text.length }, (_, at) =>
      text.charCodeAt(at).toString(16).padStart(4, "0"),
    );
    return `"${codes.map((code) => `\\u${code}`).join("")}"`;
  };
  if ("leaf" in value) return typeof value.leaf === "string" ? quoted(value.leaf) : String(value.leaf);
  if ("items" in value) return `[${value.items.map((item) => written(item, escapes)).join(" , ")}]`;
  return `{${value.entries.map(([key, inner]) => `${quoted(key)} : ${written(inner, escapes)}`).join(",")}}`;
}

function repeats(value: Value): string[] {
  if ("leaf" in value) return [];
  if ("items" in value) return value.items.flatMap(repeats);
  const names = value.entries.map(([key]) => key);
  return [
    ...names.filter((key, at) => names.indexOf(key) < at),
    ...value.entries.flatMap(([, inner]) => repeats(inner)),
  ];
}

test("a name is found if and only if an object has it twice, no matter how it is escaped", () => {
  fc.assert(
    fc.property(value, (tree) => {
      const text = written(tree, { next: false });
      JSON.parse(text);
      const found = repeatedName(text);
      const expected = repeats(tree);
      if (expected.length === 0) expect(found).toBeUndefined();
      else expect(expected).toContain(found);
    }),
    { numRuns: 500 },
  );
});
