import type { SequenceSource } from "#shared/domain/tasks/dataSources.ts";
import { sequenceColumn } from "../measurements.ts";
import type { Snapshots } from "../pinData.ts";
import { readRows } from "../readRows.ts";
import type { TaskRun } from "../taskRun.ts";
import { withRelatedSequences } from "./withSequences.ts";

/**
 * Reads the sequences of an input: the column `sequence` of its rows. A list is read in the same way as the rows in a request.
 */
export async function readSequences(
  run: TaskRun,
  { input, source }: { input: string; source: SequenceSource | null },
  version: string,
  snapshots: Snapshots,
): Promise<string[]> {
  if (source === null) return [];
  if (source.kind !== "LIST")
    return sequenceColumn(
      withRelatedSequences(await readRows(run, { input, source }, version, snapshots), source),
    );
  const rows = source.sequences.map((sequence) => ({ sequence }));
  return sequenceColumn(
    await readRows(run, { input, source: { kind: "LITERAL", rows } }, version, snapshots),
  );
}
