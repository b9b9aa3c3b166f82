import { type ScoreTable, scoreTable, vectorTable } from "@pdp/science/models";
import { type AlignedMutant, alignMutant, residueIndices } from "@pdp/science/sequences";
import type { Measurements } from "#shared/tasks/measurements.ts";
import { keptRows } from "./keptRows.ts";
import { type ScoreLeak, withoutLeaks } from "./scoreLeaks.ts";
import { unscoredMutations } from "./unscoredMutations.ts";

/**
 * Reads user-supplied scores that do not reveal the measurements, and drops the rows that contain nothing else. If no
 * reference is stated, the first row is the reference and is kept.
 */
export function broughtScores(
  data: Measurements,
  stated: string | null,
): { data: Measurements; scores: ScoreTable[]; leaks: ScoreLeak[] } {
  // Scores were compared with the values as measured. Corrections, as for batches, may reveal other copies.
  const { features = [], leaks: foundLeaks = [], ...rest } = withoutLeaks(data);
  if (features.length + foundLeaks.length === 0) return { data: rest, scores: [], leaks: foundLeaks };
  const reference = stated ?? data.sequences[0] ?? "";
  const align = alignerTo(reference);
  const hasValue = (row: number): boolean => data.values.some((column) => !Number.isNaN(column[row]));
  const frame = { reference: residueIndices(reference), align };
  const unscored = features.flatMap((feature): ScoreLeak[] => {
    const coverage = unscoredMutations(feature, data.sequences, hasValue, frame);
    const { name, size } = feature;
    return coverage ? [{ kind: "MUTATIONS", name, isVector: size !== undefined, assay: 0, ...coverage }] : [];
  });
  const leaks = [...foundLeaks, ...unscored];
  const scores = features
    .filter(({ name }) => unscored.every((leak) => leak.name !== name))
    .map(({ name, values, size }) =>
      size === undefined
        ? scoreTable(name, data.sequences, values, reference, align)
        : vectorTable(name, data.sequences, { values, size }, reference, align),
    );
  const isKept = (row: number): boolean => (stated === null && row === 0) || hasValue(row);
  return { data: keptRows(rest, isKept), scores, leaks };
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
