import type { Measure, ObjectiveMeasure } from "../assay.ts";

/** Number in the unit of the assay, or a number relative to the prediction for a sequence. */
export type Level = number | { reference: { monomer: string }; margin: number | null };

/** Condition for a design: at least the threshold for MAXIMIZE, at most the threshold for MINIMIZE. */
export interface Constraint {
  measure: Measure;
  threshold: Level;
}

/** Aim of a design: to exceed the reference or, for TARGET, to reach it. */
export interface Objective {
  measure: ObjectiveMeasure;
  reference: Level;
  /** Weight relative to the other objectives. Defaults to 1. */
  weight?: number | null | undefined;
}
