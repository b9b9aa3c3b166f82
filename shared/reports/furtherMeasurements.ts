import { formatNumber } from "@pdp/basics/wording";
import type { LearningPoint } from "@pdp/science/models";

const MIN_POINTS = 3;
/** Minimum gain of a doubling that is worth reporting. */
const MIN_GAIN = 0.02;
/** Largest rank correlation that is used: a perfect one has no logarithm of its error. */
const MAX_CORRELATION = 0.99;

/**
 * States by how much twice the measurements would raise the rank correlation: what is missing to 1 falls with a power of the number of
 * sequences, as learning curves usually do, fitted by least squares of the logarithms. Empty with fewer than three points.
 */
export function furtherMeasurements(points: readonly LearningPoint[]): string {
  const last = points.at(-1);
  if (last === undefined || points.length < MIN_POINTS) return "";
  const [xs, ys] = [
    points.map(({ rows }) => Math.log(rows)),
    points.map(({ value }) => Math.log(1 - Math.min(value, MAX_CORRELATION))),
  ];
  const [meanX, meanY] = [mean(xs), mean(ys)];
  const slope =
    xs.reduce((sum, x, at) => sum + (x - meanX) * ((ys[at] ?? 0) - meanY), 0) /
    xs.reduce((sum, x) => sum + (x - meanX) ** 2, 0);
  const doubled = 1 - (1 - last.value) * 2 ** slope;
  // There is no slope if all points have the same number of sequences.
  if (!Number.isFinite(doubled)) return "";
  if (doubled - last.value < MIN_GAIN)
    return " The curve hardly rises any more: twice as many measurements of the same kind would not improve the model noticeably.";
  return ` If this trend continues, twice as many sequences (${formatNumber(2 * last.rows, 3)}) would raise it from ${formatNumber(last.value, 2)} to about ${formatNumber(doubled, 2)}.`;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
