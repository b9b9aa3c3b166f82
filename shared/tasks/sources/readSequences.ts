import { type ChainLayout, ONE_CHAIN } from "@pdp/basics/proteins";
import type { Dataset, SequenceSource, SequenceSources } from "#shared/domain/tasks/dataSources.ts";
import { sequenceColumn } from "../measurements.ts";
import type { Snapshots } from "../pinData.ts";
import type { TaskRun } from "../taskRun.ts";
import { readSources } from "./readSources.ts";
import { withRelatedSequences } from "./withSequences.ts";

/**
 * Reads the sequences of an input: the column `sequence` of its rows. A list is read in the same way as the rows in a request.
 */
export async function readSequences(
  run: TaskRun,
  { input, source }: { input: string; source: SequenceSources | null },
  version: string,
  snapshots: Snapshots,
  layout: ChainLayout = ONE_CHAIN,
): Promise<string[]> {
  if (source === null) return [];
  const rows = Array.isArray(source) ? source.map(rowsOf) : rowsOf(source);
  return sequenceColumn(
    await readSources(run, { input, source: rows }, version, snapshots, (read, choice) =>
      withRelatedSequences(read, choice, layout),
    ),
  );
}

function rowsOf(source: SequenceSource): Dataset {
  if (source.kind !== "LIST") return source;
  return { kind: "LITERAL", rows: source.sequences.map((sequence) => ({ sequence })) };
}
