import {
  type LoadFileRecord,
  type LoadRecord,
  type LoadTable,
  type SameFile,
  tableOf,
} from "#shared/domain/loads/load.ts";
import { mayShareRows } from "#shared/domain/loads/mayShareRows.ts";
import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type FileContent, filesOfContent } from "#shared/store/fileContents.ts";
import { loadsById } from "#shared/store/loads.ts";
import { findHolders } from "#shared/store/tables.ts";

/** Number of file contents to look up concurrently. */
const MAX_CONCURRENT_READS = 16;

/**
 * Finds the files of a load whose rows an active load has already added to the same table: their bytes are identical, and both
 * loads may read the same sheet and rows of them. Undone, pending and failed loads do not count. Returns the latest match for
 * each file.
 */
export async function findSameFiles(
  scope: WorkspaceScope,
  load: LoadRecord,
  files: readonly LoadFileRecord[],
): Promise<Map<LoadFileRecord, SameFile>> {
  const listed = files.filter((file) => file.table_reference !== null && file.sha256 && file.size > 0);
  const candidates = new Map<LoadFileRecord, FileContent[]>();
  for (let start = 0; start < listed.length; start += MAX_CONCURRENT_READS) {
    const group = listed.slice(start, start + MAX_CONCURRENT_READS).map(async (file) => {
      const contents = await filesOfContent(scope, file.sha256 as string);
      const others = contents.filter(({ load_id }) => load_id !== load.id);
      if (others.length > 0) candidates.set(file, others);
    });
    await Promise.all(group);
  }
  if (candidates.size === 0) return new Map();
  const loads = await loadsById(
    scope,
    [...candidates.values()].flat().map(({ load_id }) => load_id),
  );
  const references = Object.keys(load.tables);
  const holders = await findHolders(scope, references);
  const tableIds = new Map(
    references.map((reference, index) => [reference, holders[index]?.table_id ?? null]),
  );
  const same = new Map<LoadFileRecord, SameFile>();
  for (const [file, others] of candidates) {
    const reference = file.table_reference as string;
    const read = tableOf(load.tables, reference)?.[1];
    const match = others.find((other) => {
      const brought = loads.get(other.load_id);
      const table = brought && bringsRows(brought) && tableOf(brought.tables, other.table_reference);
      if (!table || (read && !mayShareRows(read, table[1]))) return false;
      return isSameTable(table, reference, tableIds.get(reference) ?? null);
    });
    if (!match) continue;
    const { load_id, file_id, filepath } = match;
    same.set(file, { load_id, file_id, filepath });
  }
  return same;
}

/** Tells whether a load has rows in its tables, or is adding them. */
function bringsRows({ state, is_active, action }: LoadRecord): boolean {
  return is_active && (state === "COMPLETED" || (state === "LOADING" && action !== "UNDO"));
}

/** Tells whether the table of another load is the one that a reference denotes; a table that does not exist yet has no id. */
function isSameTable([name, table]: [string, LoadTable], reference: string, tableId: string | null): boolean {
  if (table.table_id !== null) return table.table_id === tableId;
  return foldReference(name) === foldReference(reference);
}
