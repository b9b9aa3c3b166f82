import { Sequence } from "@pdp/basics/proteins";
import { boundedArray, optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { Measure } from "../assay.ts";
import { finite } from "../parameterFields.ts";

/** Fields shared by the parameters of tasks of version 1. */

/** Schema of a field that version 2 has no counterpart for: only a value that means nothing is accepted. */
export function withoutCounterpart(name: string) {
  return v.pipe(
    optional(
      v.custom<null | false | never[]>(
        (value) => value === null || value === false || (Array.isArray(value) && value.length === 0),
        `${name} has no counterpart in version 2: omit it`,
      ),
    ),
    v.metadata({ jsonSchema: { type: ["array", "null"], items: { type: "string" }, maxItems: 0 } }),
    v.description("Has no counterpart in version 2; must be omitted, null or empty"),
  );
}

export const ProteinModelType = v.pipe(
  optional(v.literal("MONOMER")),
  v.description("Only MONOMER: a single chain"),
  v.examples(["MONOMER"]),
);

const constraint = (kind: "ABSOLUTE_CONSTRAINT" | "RELATIVE_CONSTRAINT") => ({
  type: v.pipe(optional(v.literal(kind)), v.description("Same as `kind`; one of them is required")),
  kind: optional(v.literal(kind)),
  ...Measure.entries,
});
const AbsoluteConstraint = v.object({ ...constraint("ABSOLUTE_CONSTRAINT"), threshold: finite });
const RelativeConstraint = v.object({
  ...constraint("RELATIVE_CONSTRAINT"),
  relative_to: v.pipe(
    Sequence,
    v.description("Sequence whose value a design must reach: at least for MAXIMIZE, at most for MINIMIZE"),
  ),
});

const Constraint = v.pipe(
  v.union(
    [AbsoluteConstraint, RelativeConstraint],
    "Input should be an ABSOLUTE_CONSTRAINT with `threshold`, or a RELATIVE_CONSTRAINT with `relative_to`",
  ),
  v.check(({ type, kind }) => type !== null || kind !== null, "Specify the `type` of the constraint"),
);
export type ConstraintV1 = v.InferOutput<typeof Constraint>;

const MAX_CONSTRAINTS = 50;
export const ConstraintsV1 = v.nullish(boundedArray(Constraint, MAX_CONSTRAINTS), []);
