import type { ScaleType } from "#shared/domain/tasks/assay.ts";
import type { AssayTransform } from "./assayTransform.ts";
import type { EffectCurve } from "./effectCurve.ts";
import type { GpModel } from "./gpModel.ts";
import type { MutationContext } from "./mutationContext.ts";
import type { SelectionShrinkage } from "./selectionShrinkage.ts";

/** Trained parameters of a scorer. Plain data; `createScorer` makes it predict, `encodeScorer` writes it. */
export interface ScorerModel {
  context: MutationContext;
  assays: AssayModel[];
}

export interface AssayModel {
  assayId: string;
  scaleType: ScaleType;
  transform: AssayTransform;
  /** Correction of predictions for the effects of single mutations, by the Gaussian process. */
  effects: EffectCurve;
  /** Factor of the Gaussian process' standard deviations that gives them their nominal out-of-fold coverage. */
  calibration: number;
  /** Correction of predictions for having been selected. */
  selection: SelectionShrinkage;
  /** True if the out-of-fold rank correlation is high and certain enough to choose variants by. */
  usable: boolean;
  gp: GpModel;
}
