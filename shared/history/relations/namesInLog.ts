import type { Version } from "#shared/domain/loads/version.ts";
import { foldReference } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { versionsDownFrom } from "#shared/store/versions.ts";

/** Maximum number of versions to read for the names in one query. */
const MAX_VERSIONS = 10_000;

/** Id of the table that had each folded reference at a version; null if the last table with the reference had released it. */
export type NamesInLog = ReadonlyMap<string, string | null>;

/**
 * Determines which table had which reference at a version by reading the latest versions up to that one, for histories in
 * which an earlier release of the service did not record references. A reference without an entry was last changed before the
 * versions that were read, or never existed.
 */
export async function namesInLog(
  scope: WorkspaceScope,
  point: string,
  maxVersions = MAX_VERSIONS,
): Promise<NamesInLog> {
  const names = new Map<string, string | null>();
  const later = new Set<string>();
  let read = 0;
  for await (const version of versionsDownFrom(scope, point)) {
    if (read === maxVersions) break;
    read += 1;
    if (!tellsNames(version)) continue;
    for (const { table_id, reference } of version.tables) {
      const folded = foldReference(reference);
      // The latest change under a reference shows which table had it, unless that table had another reference afterwards.
      if (names.has(folded)) continue;
      names.set(folded, isHeld(version) && !later.has(table_id) ? table_id : null);
    }
    for (const { table_id } of version.tables) later.add(table_id);
  }
  return names;
}

/** Returns a reader of the names at a version that reads the log once per version. */
export function namesOf(scope: WorkspaceScope): (point: string) => Promise<NamesInLog> {
  const known = new Map<string, Promise<NamesInLog>>();
  return (point) => {
    const names = known.get(point) ?? namesInLog(scope, point);
    known.set(point, names);
    return names;
  };
}

/**
 * Returns whether a version shows if its tables were active or archived afterwards; undo and redo do not, because they may
 * also change archived tables.
 */
export function tellsNames({ kind }: Version): boolean {
  return kind !== "UNDO_LOAD" && kind !== "REDO_LOAD";
}

/** Returns whether the tables changed in a version still have their references afterwards. */
export function isHeld({ kind }: Version): boolean {
  return kind !== "TABLE_ARCHIVE";
}
