import type { ScaleType } from "../assay.ts";
import type { AssayTransform } from "./assayTransform.ts";
import type { GpModel } from "./gpModel.ts";
import type { MutationContext } from "./mutationContext.ts";
import type { Widening } from "./widening.ts";

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
  /** Factors for the stated deviations of predictions; absent in models of earlier versions. */
  widening?: Widening | undefined;
}
