import type { SequenceChoice } from "#shared/domain/tasks/sequenceChoice.ts";

const RESERVED = ["assay_id", "assay_value", "assay_limit", "batch_id", "sequence"];

/** Returns why a column cannot be a score, as part of a sentence; null if its name gives no reason. */
export function scoreProblem(
  name: string,
  assayIds: readonly string[],
  sequenceColumn: SequenceChoice["sequence_column"],
): string | null {
  const folded = name.toLowerCase();
  const isNamed = (other: string | null | undefined): boolean => other?.toLowerCase() === folded;
  if (assayIds.some(isNamed))
    return `The column "${name}" is an assay of this task: a score must be computed without the measurements`;
  const limited = assayIds.find((id) => isNamed(`${id}_limit`));
  if (limited !== undefined)
    return `The column "${name}" contains the limits of the assay "${limited}": a score must be computed without the measurements`;
  if (sequenceNames(sequenceColumn).some(isNamed) || RESERVED.some(isNamed))
    return `The column "${name}" describes the measurements: choose a column with sequence scores`;
  return null;
}

function sequenceNames(column: SequenceChoice["sequence_column"]): (string | null | undefined)[] {
  return typeof column === "object" && column !== null ? [column.vh, column.vl] : [column];
}
