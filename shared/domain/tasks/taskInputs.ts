import { inputOfPath, sourcePaths } from "./sourcePaths.ts";

/** Record of what a task has read. */
export interface TaskInputs {
  /** Snapshot id of each table source, by its path in the parameters. */
  data_snapshots: Record<string, string>;
  /** Version of each table that was read, by reference. */
  data_versions: Record<string, string>;
  /** Snapshot id of each input, by its name; null in tasks of releases without ids of snapshots. */
  inputs: Record<string, string | null>;
}

export const NO_INPUTS: TaskInputs = { data_snapshots: {}, data_versions: {}, inputs: {} };

/** Returns the record of what a task has read, from the ids of its inputs' snapshots. */
export function taskInputs(
  parameters: unknown,
  inputs: Record<string, string>,
  versions: Record<string, string>,
): TaskInputs {
  const paths = sourcePaths(parameters).flatMap((path) => {
    const id = inputs[inputOfPath(path)];
    return id === undefined ? [] : [[path, id]];
  });
  return { data_snapshots: Object.fromEntries(paths), data_versions: versions, inputs };
}
