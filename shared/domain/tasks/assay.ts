import { boundedArray, optional, text } from "@pdp/basics/schemas";
import { SCALE_TYPES, type ScaleType } from "@pdp/science/analysis";
import * as v from "valibot";

/** Maximum number of assays of a task, and of constraints and of secondary objectives. */
export const MAX_ASSAYS = 50;

const AssayId = text(1, 128);

/** Assay as stated; without a scale, one is chosen when its values have been read. */
export const StatedAssay = v.object({
  assay_id: v.pipe(AssayId, v.description("The name of its column"), v.examples(["fitness"])),
  name: v.pipe(optional(text(1, 200)), v.description("Name in reports. Defaults to the id")),
  unit: optional(text(0, 50)),
  scale_type: v.pipe(
    optional(v.picklist(SCALE_TYPES)),
    v.description(
      "MULTIPLICATIVE values are compared as ratios, ADDITIVE values by their differences, and RANK values only by their order. Defaults to the scale of the project's latest model of the assay. If there is none, it is chosen from the data: ratios or differences, and the report states why",
    ),
  ),
});
export type StatedAssay = v.InferOutput<typeof StatedAssay>;
/** Assay whose scale is known. */
export type Assay = Omit<StatedAssay, "scale_type"> & { scale_type: ScaleType };

const assayList = boundedArray(StatedAssay, MAX_ASSAYS, `A task can have at most ${MAX_ASSAYS} assays`);
const areDifferent = v.check<StatedAssay[], string>(
  (assays) => new Set(assays.map((assay) => assay.assay_id)).size === assays.length,
  "Each assay may be listed only once",
);

export const Assays = v.pipe(assayList, v.minLength(1, "Specify at least one assay"), areDifferent);
/** Assays of a task that does not need any. */
export const OptionalAssays = v.pipe(
  v.optional(v.nullable(v.pipe(assayList, areDifferent)), []),
  v.transform((assays) => assays ?? []),
);

const Direction = v.picklist(["MAXIMIZE", "MINIMIZE"]);
export const Measure = v.object({
  assay_id: v.pipe(AssayId, v.examples(["fitness"])),
  direction: Direction,
});
export type Measure = v.InferOutput<typeof Measure>;

/** Goal of a design task, which may be a target value as well as a direction. */
export const ObjectiveMeasure = v.object({
  assay_id: v.pipe(AssayId, v.examples(["fitness"])),
  direction: v.picklist([...Direction.options, "TARGET"]),
});
export type ObjectiveMeasure = v.InferOutput<typeof ObjectiveMeasure>;
