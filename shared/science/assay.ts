/** Meaning of the differences between an assay's values: ratios, differences, or only an order. */
export const SCALE_TYPES = ["MULTIPLICATIVE", "ADDITIVE", "RANK"] as const;
export type ScaleType = (typeof SCALE_TYPES)[number];

/** Measured property; `assay_id` is the name of its column. */
export interface Assay {
  assay_id: string;
  name: string | null;
  unit: string | null;
  scale_type: ScaleType;
}

export interface Measure {
  assay_id: string;
  direction: "MAXIMIZE" | "MINIMIZE";
}

/** Goal of a design, which may be a target value as well as a direction. */
export interface ObjectiveMeasure {
  assay_id: string;
  direction: Measure["direction"] | "TARGET";
}
