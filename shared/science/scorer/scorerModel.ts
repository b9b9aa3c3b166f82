import type { ScaleType } from "#shared/domain/tasks/taskParameters.ts";
import type { AssayTransform } from "./assayTransform.ts";
import type { CandidateName, GpModel, LinearModel } from "./candidates.ts";
import type { MutationContext } from "./mutationContext.ts";

/** What training leaves of a scorer. Plain data; `createScorer` makes it predict, `encodeScorer` writes it. */
export interface ScorerModel {
  context: MutationContext;
  assays: AssayModel[];
}

export interface AssayModel {
  assayId: string;
  scaleType: ScaleType;
  transform: AssayTransform;
  /** Of the candidates' predictions; they add up to 1. */
  weights: { name: CandidateName; weight: number }[];
  /** Standard deviations of the Gaussian process times this hold as many out-of-fold values as they should. */
  calibration: number;
  /** Whether the out-of-fold rank correlation is high and certain enough to choose variants by. */
  usable: boolean;
  /** The weighted candidates besides the Gaussian process. */
  linear: LinearModel[];
  /** Always there: uncertainties are its. */
  gp: GpModel;
}
