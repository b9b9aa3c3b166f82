import type { SequenceSource } from "#shared/domain/taskParameters.ts";
import { sequenceColumn } from "./measurements.ts";
import { readRows } from "./readRows.ts";
import type { TaskRun } from "./taskRun.ts";

/** Reads the sequences of the controls once; none where there are no controls. */
export function pinnedControls(
  run: TaskRun,
  controls: Extract<SequenceSource, { kind: "TABLE" }> | null,
  version: string,
  snapshots: Record<string, string>,
): Promise<string[]> {
  return run.stage("controls", async () =>
    controls === null ? [] : sequenceColumn(await readRows(run, controls, version, snapshots)),
  );
}
