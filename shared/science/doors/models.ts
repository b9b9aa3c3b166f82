export { measuredVariants } from "../prediction/measuredVariants.ts";
export {
  joinParts,
  type PredictedPart,
  type PredictedSequence,
  type PredictedSequences,
  predictPart,
} from "../prediction/predictSequences.ts";
export { singleSubstitutions } from "../prediction/singleSubstitutions.ts";
export type { AssayedVariants } from "../sampler/assayPreferences.ts";
export { addPreferences, conditionSampler, fitSampler, type SamplerSummary } from "../sampler/fitSampler.ts";
export { createSampler, type Sampler } from "../sampler/sampler.ts";
export { decodeSampler, encodeSampler } from "../sampler/samplerBytes.ts";
export type { AssayEvaluation } from "../scorer/assayEvaluation.ts";
export { applyTransform, fitTransform } from "../scorer/assayTransform.ts";
export { type BatchQuality, batchQuality, meanWithinBatches } from "../scorer/batchQuality.ts";
export { enrichment } from "../scorer/enrichment.ts";
export { finishScorer, type TrainedScorer } from "../scorer/finishScorer.ts";
export { fitScorer } from "../scorer/fitScorer.ts";
export { fitGp, openGp } from "../scorer/gpModel.ts";
export type { LastRound } from "../scorer/lastRound.ts";
export {
  type CalibrationPoint,
  type Learnability,
  type LearningPoint,
  USE_RULE,
  uncertainty,
  useOf,
} from "../scorer/learnability.ts";
export type { StructureContext } from "../scorer/mutationContext.ts";
export { RESIDUE_KINDS } from "../scorer/mutationRows.ts";
export type { PriorPart } from "../scorer/priorParts.ts";
export { predictRidge } from "../scorer/ridge.ts";
export { ridgePenalty } from "../scorer/ridgePenalty.ts";
export { type ScaleEvidence, scaleEvidence } from "../scorer/scaleEvidence.ts";
export { betterScale, isOtherScale, type ScaleUse } from "../scorer/scaleUse.ts";
export { type AssayPredictor, createScorer, type Prediction, type Scorer } from "../scorer/scorer.ts";
export { decodeScorer, encodeScorer } from "../scorer/scorerBytes.ts";
export {
  MIN_VARIANTS,
  planScorer,
  type ScorerData,
  type ScorerPlan,
  trainingVariants,
} from "../scorer/scorerPlan.ts";
export { runScorerStage, type ScorerStage, type StageResult, scorerStages } from "../scorer/scorerStages.ts";
export { type ScoreTable, scoreTable } from "../scorer/scoreTable.ts";
export type { SparseRows } from "../scorer/sparseRows.ts";
export type { TopFigures } from "../scorer/topFigures.ts";
export { vectorTable } from "../scorer/vectorTable.ts";
