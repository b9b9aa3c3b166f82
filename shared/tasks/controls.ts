import type { SequenceSource } from "#shared/domain/tasks/taskParameters.ts";
import { sequenceColumn } from "./measurements.ts";
import { readRows } from "./readRows.ts";
import type { TaskRun } from "./taskRun.ts";

/** Reads the sequences of the controls; none if there are no controls. */
export async function readControls(
  run: TaskRun,
  controls: Extract<SequenceSource, { kind: "TABLE" }> | null,
  version: string,
  snapshots: Record<string, string>,
): Promise<string[]> {
  return controls === null ? [] : sequenceColumn(await readRows(run, controls, version, snapshots));
}
