import { isId } from "#shared/domain/id.ts";
import type { TaskRecord } from "./task.ts";
import { taskReference } from "./taskReference.ts";

/**
 * Returns a stored task in the current format. Earlier releases stored the versions of tables and the SQL names of inputs in
 * `data_snapshots`: the versions are moved to `data_versions`, and the names are omitted, because the inputs have no snapshot
 * ids.
 */
export function upgradeTask(stored: TaskRecord): TaskRecord {
  if (stored.data_versions !== undefined) return stored;
  const entries = Object.entries(stored.data_snapshots);
  const isInput = ([name, value]: [string, string]): boolean => value === taskReference(stored.id, name);
  return {
    ...stored,
    data_snapshots: {},
    data_versions: Object.fromEntries(entries.filter(([, value]) => isId(value))),
    inputs: Object.fromEntries(entries.filter(isInput).map(([name]) => [name, null])),
  };
}
