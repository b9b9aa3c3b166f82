export { bootstrapPairs, type Interval } from "../statistics/bootstrap.ts";
export { correlationPValue, pearson, spearman, spearmanTest } from "../statistics/correlation.ts";
export { normalCdf, normalDensity, normalQuantile, studentTwoSided } from "../statistics/distributions.ts";
export { incompleteBeta, logGamma } from "../statistics/gammaFunctions.ts";
export { type HistogramBin, histogram, roundUp } from "../statistics/histogram.ts";
export {
  median,
  medianAbsoluteDeviation,
  NORMAL_CONSISTENCY,
  quantile,
  quantileSorted,
  quantiles,
  sortPresent,
} from "../statistics/quantiles.ts";
export { createRandom, type Random } from "../statistics/random.ts";
export { ranks, sortIndices } from "../statistics/ranks.ts";
export { sampleIndices } from "../statistics/sampleIndices.ts";
export {
  edgeOf,
  errorsBetween,
  hasControls,
  type Moments,
  momentsOf,
  zPrime,
} from "../statistics/wellStatistics.ts";
