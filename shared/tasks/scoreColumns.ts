import { DataProblem } from "#shared/domain/loads/dataProblem.ts";

/**
 * User-supplied scores are fitted to all rows, including those in the test folds. A column that contains measurements, or is
 * derived from them, would make any model look good.
 */

const RESERVED = ["assay_id", "assay_value", "assay_limit", "batch_id", "sequence"];

/** Returns why a column cannot be a score, as part of a sentence; null if its name gives no reason. */
export function scoreProblem(
  name: string,
  assayIds: readonly string[],
  sequenceColumn: string | null | undefined,
): string | null {
  const folded = name.toLowerCase();
  const isNamed = (other: string | null | undefined): boolean => other?.toLowerCase() === folded;
  if (assayIds.some(isNamed))
    return `The column "${name}" is an assay of this task: a score must be computed without the measurements`;
  const limited = assayIds.find((id) => isNamed(`${id}_limit`));
  if (limited !== undefined)
    return `The column "${name}" contains the limits of the assay "${limited}": a score must be computed without the measurements`;
  if (isNamed(sequenceColumn) || RESERVED.some(isNamed))
    return `The column "${name}" describes the measurements: choose a column with sequence scores`;
  return null;
}

/**
 * Minimum number of rows with values equal to those of an assay, and minimum number of different values among them; fewer may
 * be equal by chance.
 */
const [MIN_EQUAL_ROWS, MIN_EQUAL_VALUES] = [5, 2];

/** Throws if a score equals the values of an assay wherever both are present. */
export function requireOwnValues(
  scores: readonly { name: string; values: Float64Array }[],
  assays: readonly Float64Array[],
  assayIds: readonly string[],
): void {
  for (const { name, values: score } of scores) {
    const assay = assays.findIndex((column) => isCopy(score, column));
    if (assay < 0) continue;
    throw new DataProblem(
      `The score "${name}" has the same values as the assay "${assayIds[assay]}": choose a column that was computed without the measurements.`,
    );
  }
}

function isCopy(score: Float64Array, assay: Float64Array): boolean {
  const both = [...score.keys()].filter((row) => !Number.isNaN(score[row]) && !Number.isNaN(assay[row]));
  return (
    both.length >= MIN_EQUAL_ROWS &&
    both.every((row) => score[row] === assay[row]) &&
    new Set(both.map((row) => score[row])).size >= MIN_EQUAL_VALUES
  );
}
