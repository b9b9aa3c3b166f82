import { inputOfPath, sourcePaths } from "./sourcePaths.ts";

/** Record of the data read by a task. */
export interface TaskInputs {
  /** Snapshot id of each table source, by its path in the parameters. */
  data_snapshots: Record<string, string>;
  /** Version of each table that was read, by table reference. */
  data_versions: Record<string, string>;
  /** Snapshot id of each input, by input name. */
  inputs: Record<string, string>;
}

export const NO_INPUTS: TaskInputs = { data_snapshots: {}, data_versions: {}, inputs: {} };

/** Returns the record of the data read by a task, based on its inputs' snapshot ids. */
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
