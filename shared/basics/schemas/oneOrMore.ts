import * as v from "valibot";
import { boundedArray } from "./boundedFields.ts";

/**
 * Schema of one value or a non-empty list of at most `max` values. The value's form selects the schema, so that errors refer to
 * the value itself rather than to both forms.
 */
export function oneOrMore<const S extends v.GenericSchema>(item: S, max: number, name: string) {
  const several = v.pipe(
    boundedArray(item, max, `At most ${max} ${name} are allowed`),
    v.nonEmpty(`A list of ${name} must not be empty`),
  );
  const either = v.union([item, several]);
  const schema: typeof either = {
    ...either,
    "~run": (dataset, config) =>
      (Array.isArray(dataset.value) ? several : item)["~run"](dataset, config) as ReturnType<
        (typeof either)["~run"]
      >,
  };
  return schema;
}
