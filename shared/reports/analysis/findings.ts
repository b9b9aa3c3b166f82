import { formatInteger, formatNumber, formatShare } from "@pdp/basics/wording";
import type { AssayAnalysis } from "@pdp/science/analysis";
import { uncertainty, useOf } from "@pdp/science/models";

/** Standard deviation below which replicates only differ by rounding. */
const MIN_DEVIATION = 1e-12;

/** Returns warnings to read before using an assay, most serious first; empty if there are none. */
export function assayFindings(analysis: AssayAnalysis): string[] {
  const { measured, raw } = analysis;
  if (measured === 0) return ["no row has a value"];
  return [
    ...learnabilityFinding(analysis),
    ...replicateFinding(analysis),
    ...batchFinding(analysis),
    ...repeatedFinding(analysis),
    ...(measured < raw.length / 2
      ? [`${formatShare(1 - measured / raw.length)} of the rows have no value`]
      : []),
    ...groupFinding(analysis),
    ...outlierFinding(analysis),
  ];
}

function learnabilityFinding({ learnability }: AssayAnalysis): string[] {
  if (!learnability) return [];
  const chance = uncertainty(learnability);
  if (chance !== null)
    return [`the probability that ordering unseen sequences by a model of it helps is ${chance}`];
  if (useOf(learnability) !== null) return [];
  return [
    "a model of it ranks unseen sequences barely better than chance: prefer designs without an objective (diversify) over designs with an objective (engineer)",
  ];
}

function replicateFinding({ replicates: { correlation, deviation, sequences } }: AssayAnalysis): string[] {
  if (deviation !== null && deviation < MIN_DEVIATION) {
    return [
      `${sequences === 1 ? "the one sequence with several values has" : `all ${formatInteger(sequences)} sequences with several values have`} the same value each time: these may be copied rows that contain no information about noise`,
    ];
  }
  if (correlation === null || correlation.value >= 0.6) return [];
  return [
    `replicates agree poorly (rank correlation ${formatNumber(correlation.value, 2)}): noise limits what can be learned`,
  ];
}

function batchFinding({ batches }: AssayAnalysis): string[] {
  const shifted = batches?.batches.filter(isShifted).length ?? 0;
  if (shifted > 0) {
    return [
      `sequences measured in several batches differ between them (${shifted} of ${batches!.batches.length} shifted)`,
    ];
  }
  if (batches?.explained == null || batches.pValue == null) return [];
  if (batches.explained < 0.2 || batches.pValue > 0.001) return [];
  return [`${formatShare(batches.explained)} of the variance is between batches`];
}

/** Tells whether a batch's shift is statistically significant. */
export function isShifted({
  shift,
  shiftError,
  shared,
}: {
  shift: number | null;
  shiftError: number | null;
  shared: number;
}): boolean {
  return shift !== null && shiftError !== null && shared >= 5 && Math.abs(shift) > 4 * shiftError;
}

function repeatedFinding({ repeated, measured }: AssayAnalysis): string[] {
  if (repeated === null) return [];
  const share = formatShare(repeated.rows / measured);
  return repeated.value === 0
    ? [`${share} of the values are exactly 0: check that none of them means a missing value`]
    : [`${share} of the values are exactly ${formatNumber(repeated.value, 6)}: possibly a detection limit`];
}

function groupFinding({ outliers: { groupBelow, groupAbove }, measured }: AssayAnalysis): string[] {
  const sides = [
    { count: groupBelow, words: "below the others: possibly non-functional variants" },
    { count: groupAbove, words: "above the others" },
  ];
  return sides
    .filter(({ count }) => count > 0)
    .map(({ count, words }) => `${formatShare(count / measured)} of the values are far ${words}`);
}

function outlierFinding({ outliers, measured }: AssayAnalysis): string[] {
  const count = outliers.fromAll + outliers.fromReplicates;
  return count > Math.max(3, measured / 100) ? [`${formatInteger(count)} values are outliers`] : [];
}
