import { formatNumber } from "#shared/basics/wording/formatNumber.ts";
import { formatCount } from "#shared/basics/wording/wording.ts";
import type { AssayEvaluation } from "#shared/science/scorer/assayEvaluation.ts";
import { type ScoreTable, scoreTable } from "#shared/science/scorer/scoreTable.ts";
import { vectorTable } from "#shared/science/scorer/vectorTable.ts";
import { type AlignedMutant, alignMutant } from "#shared/science/sequences/alignMutant.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { keptRows } from "./keptRows.ts";
import { type ScoreLeak, withoutLeaks } from "./scoreLeaks.ts";

/**
 * Reads user-supplied scores that do not reveal the measurements, and drops the rows that contain nothing else. If no
 * reference is stated, the first row is the reference and is kept.
 */
export function broughtScores(
  data: Measurements,
  stated: string | null,
): { data: Measurements; scores: ScoreTable[]; leaks: ScoreLeak[] } {
  // Scores were compared with the values as measured. Corrections, as for batches, may reveal other copies.
  const { features = [], leaks = [], ...rest } = withoutLeaks(data);
  if (features.length + leaks.length === 0) return { data: rest, scores: [], leaks };
  const reference = stated ?? data.sequences[0] ?? "";
  const align = alignerTo(reference);
  const scores = features.map(({ name, values, size }) =>
    size === undefined
      ? scoreTable(name, data.sequences, values, reference, align)
      : vectorTable(name, data.sequences, { values, size }, reference, align),
  );
  const isMeasured = (row: number): boolean =>
    (stated === null && row === 0) || data.values.some((column) => !Number.isNaN(column[row]));
  return { data: keptRows(rest, isMeasured), scores, leaks };
}

/** Returns a function that aligns each sequence once for all scores. */
function alignerTo(reference: string): (sequence: string) => AlignedMutant {
  const target = residueIndices(reference);
  const known = new Map<string, AlignedMutant>();
  return (sequence) => {
    const mutant = known.get(sequence) ?? alignMutant(residueIndices(sequence), target);
    known.set(sequence, mutant);
    return mutant;
  };
}

/** Reports which scores were used, and how much they improved the cross-validation. */
export function scoreSentences(
  scores: readonly ScoreTable[],
  evaluations: readonly (AssayEvaluation & { title: string })[],
): string[] {
  if (scores.length === 0) return [];
  const used = scores.map(
    ({ name, sequences, mutations }) =>
      `${name} (of ${formatCount(sequences, "sequence")} with ${formatCount(mutations, "mutation")})`,
  );
  const gains = evaluations.flatMap(({ title, scored }) =>
    scored && Number.isFinite(scored.with) && Number.isFinite(scored.without)
      ? [
          `${title}: the out-of-fold rank correlation is ${formatNumber(scored.with, 2)} with them and ${formatNumber(scored.without, 2)} without (the Gaussian process alone).`,
        ]
      : [],
  );
  return [
    `Scores and vectors that you provided are used as sums over mutations, as far as the assays correlate with them: ${used.join(", ")}. A mutation without them gets the mean of those at its position. ${gains.join(" ")}`.trim(),
  ];
}
