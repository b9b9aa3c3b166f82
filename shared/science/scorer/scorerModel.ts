import type { ScaleType } from "#shared/science/assay.ts";
import type { AssayTransform } from "./assayTransform.ts";
import type { EffectCurve } from "./effectCurve.ts";
import type { AssayProcess } from "./hurdle.ts";
import type { MutationContext } from "./mutationContext.ts";
import type { SelectionShrinkage } from "./selectionShrinkage.ts";

/** Trained parameters of a scorer. Plain data; `createScorer` turns it into a predictor, `encodeScorer` serializes it. */
export interface ScorerModel {
  context: MutationContext;
  assays: AssayModel[];
}

export interface AssayModel extends AssayProcess {
  assayId: string;
  scaleType: ScaleType;
  transform: AssayTransform;
  /** Correction of predictions based on the effects of single mutations, as predicted by the Gaussian process. */
  effects: EffectCurve;
  /** Factor that gives the Gaussian process's standard deviations their nominal out-of-fold coverage. */
  calibration: number;
  /** Correction of predictions for selection bias. */
  selection: SelectionShrinkage;
  /** True if the out-of-fold rank correlation is high and certain enough to choose variants by the predictions. */
  usable: boolean;
}
