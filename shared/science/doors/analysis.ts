export { type AssayAnalysis, analyzeAssay, type CorrectedBatches } from "../analysis/assayAnalysis.ts";
export {
  type AssayCorrelations,
  assayCorrelations,
  type CorrelationCell,
} from "../analysis/assayCorrelations.ts";
export { type AssayData, batchesOfAssay, type Control, checkAssayData } from "../analysis/assayData.ts";
export { assayName, assayOf } from "../analysis/assayScale.ts";
export type { BatchEffects, BatchSummary } from "../analysis/batchEffects.ts";
export { expectedValues } from "../analysis/censoredValues.ts";
export {
  type BatchCorrection,
  type CorrectedBatch,
  correctBatches,
  MAX_LINKED_BATCHES,
  MIN_RANKED_VALUES,
  type UncorrectedReason,
} from "../analysis/correctBatches.ts";
export { countBars, countGroups } from "../analysis/countGroups.ts";
export { positionCoverage } from "../analysis/positionCoverage.ts";
export { type HeatCell, substitutionEffects } from "../analysis/substitutionEffects.ts";
export { replicateDeviation, type VariantMeans } from "../analysis/variantMeans.ts";
export { changeName, variantName } from "../analysis/variantName.ts";
export { findVariants, isNamedResidue, type Variants } from "../analysis/variants.ts";
export { type Assay, type Measure, type ObjectiveMeasure, SCALE_TYPES, type ScaleType } from "../assay.ts";
