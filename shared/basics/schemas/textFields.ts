import * as v from "valibot";

/** Schemas of strings, and of fields that may be absent. */

/** Schema of a field that may be omitted or null. Both mean "no value", and so does an empty string. */
export function optional<const S extends v.GenericSchema>(schema: S) {
  return v.optional(orNull(schema), null);
}

/** Schema of a field that may be omitted (to leave it unchanged) or null. An empty string means null. */
export function absentOrNull<const S extends v.GenericSchema>(schema: S) {
  return v.optional(orNull(schema));
}

function orNull<const S extends v.GenericSchema>(schema: S) {
  const base = v.nullable(schema);
  if (!takesEmptyText(base)) return base;
  const filled: typeof base = {
    ...base,
    "~run": (dataset, config) => base["~run"](dataset.value === "" ? { value: null } : dataset, config),
  };
  return filled;
}

/**
 * Returns whether a schema treats an empty string as null, which is the case if it is nullable and its strings are not
 * enumerated.
 */
export function takesEmptyText(schema: v.GenericSchema): boolean {
  const { type, wrapped } = schema as { type: string; wrapped?: { type: string; options?: unknown } };
  if (type !== "nullable" || !wrapped) return false;
  if (wrapped.type !== "union") return wrapped.type === "string";
  return (wrapped.options as { type: string }[]).some((option) => option.type === "string");
}

/** Marks a field or a parameter as not part of the public contract. */
export function internal<const S extends v.GenericSchema>(schema: S) {
  return v.pipe(schema, v.metadata({ "x-internal": true }));
}

/** Schema of a string with a length in characters (code points). */
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

/** Schema of an optional string of at most `to` characters; an empty string means null. */
export function textOrNone(to: number) {
  return v.pipe(
    text(0, to),
    v.transform((value): string | null => value || null),
  );
}

/** Schema of an optional string in responses: never empty, null when unset. */
export const ShownText = v.pipe(
  v.nullable(v.string()),
  v.metadata({ jsonSchema: { anyOf: [{ type: "string", minLength: 1 }, { type: "null" }] } }),
  v.transform((value): string | null => value || null),
);

export const Description = v.pipe(
  textOrNone(10_000),
  v.description("Free text of at most 10,000 characters; null if empty"),
);
