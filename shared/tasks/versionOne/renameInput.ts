import { inputOfPath } from "#shared/domain/tasks/sourcePaths.ts";
import type { Snapshots } from "../pinData.ts";

/** Renames an input of version 2, and those of its list, to the field of version 1 that it was read from. */
export function renameInput({ inputs }: Snapshots, from: string, path: string): void {
  const to = inputOfPath(path);
  for (const [name, snapshot] of Object.entries(inputs)) {
    if (name !== from && !new RegExp(`^${from}_\\d+$`).test(name)) continue;
    delete inputs[name];
    inputs[`${to}${name.slice(from.length)}`] = snapshot;
  }
}
