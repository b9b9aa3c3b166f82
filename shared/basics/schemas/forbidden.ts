import * as v from "valibot";

/** Rules that involve several fields of an object, as JSON Schema. Null and an empty string count as absent. */
type FieldRule = Record<string, unknown>;

/** Objects in which a field has a value. */
export function given(name: string): FieldRule {
  return { required: [name], properties: { [name]: { not: { enum: [null, ""] } } } };
}

/** Objects in which several fields have values. */
export function givenTogether(...names: string[]): FieldRule {
  return { allOf: names.map(given) };
}

/** Objects in which none of the fields have a value. */
export function noneGiven(...names: string[]): FieldRule {
  return { not: { anyOf: names.map(given) } };
}

/**
 * Declares in the OpenAPI document which objects a check in the same pipe rejects. Client generators ignore `if`, but would
 * turn a `oneOf` of required fields, or a `not`, into types.
 */
export function forbidden<TInput>(...rules: FieldRule[]): v.MetadataAction<TInput, FieldRule> {
  return v.metadata({ if: { not: { anyOf: rules } }, else: { not: {} } });
}
