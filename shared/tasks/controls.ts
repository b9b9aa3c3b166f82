import type { SequenceSources } from "#shared/domain/tasks/dataSources.ts";
import { layoutOfKind } from "#shared/domain/tasks/kindRules.ts";
import type { Snapshots } from "./pinData.ts";
import { readSequences } from "./sources/readSequences.ts";
import type { TaskRun } from "./taskRun.ts";

/** Reads the sequences of the controls; none if there are no controls. */
export async function readControls(
  run: TaskRun,
  { kind, controls }: { kind: string; controls: SequenceSources | null },
  version: string,
  snapshots: Snapshots,
): Promise<string[]> {
  return readSequences(run, { input: "controls", source: controls }, version, snapshots, layoutOfKind(kind));
}
