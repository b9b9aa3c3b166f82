import * as v from "valibot";

/** Schemas of texts, and of fields that may be absent. */

/** Schema of a field that may be omitted or null: both mean "no value". */
export function optional<const S extends v.GenericSchema>(schema: S) {
  return v.optional(v.nullable(schema), null);
}

/** Marks a field or a parameter as no part of the public contract. */
export function internal<const S extends v.GenericSchema>(schema: S) {
  return v.pipe(schema, v.metadata({ "x-internal": true }));
}

/** Schema of a text with a length in characters (code points). */
export function text(from: number, to: number) {
  return v.pipe(
    v.string(),
    v.check((value) => withinLength(value, from, to), `String should have ${from} to ${to} characters`),
    v.metadata({ jsonSchema: { type: "string", minLength: from, maxLength: to } }),
  );
}

function withinLength(value: string, from: number, to: number): boolean {
  if (value.length > 2 * to) return false;
  let count = 0;
  for (const _ of value) count += 1;
  return count >= from && count <= to;
}

/** Schema of a text that may be missing, with at most `to` characters: an empty one means the same as null. */
export function textOrNone(to: number) {
  return v.pipe(
    text(0, to),
    v.transform((value): string | null => value || null),
  );
}

/** Schema of an optional text in responses: never empty, null when unset. */
export const ShownText = v.pipe(
  v.nullable(v.string()),
  v.metadata({ jsonSchema: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] } }),
  v.transform((value): string | null => value || null),
);

export const Description = v.pipe(
  textOrNone(10_000),
  v.description("Free text for the people who read it, at most 10,000 characters; null if it is empty"),
);
