import type { ScaleType } from "#shared/science/assay.ts";
import type { AssayTransform } from "./assayTransform.ts";
import type { GpModel } from "./gpModel.ts";
import type { MutationContext } from "./mutationContext.ts";

/** Trained parameters of a scorer. Plain data; `createScorer` turns it into a predictor, `encodeScorer` serializes it. */
export interface ScorerModel {
  context: MutationContext;
  assays: AssayModel[];
}

export interface AssayModel {
  assayId: string;
  scaleType: ScaleType;
  transform: AssayTransform;
  gp: GpModel;
  /** Whether the predictions are more likely than not to help in choosing variants: see `useOf`. */
  usable: boolean;
  /** Factor for the deviations of predictions, above 1 if the last round showed that they were too small; defaults to 1. */
  widening?: number | undefined;
}
