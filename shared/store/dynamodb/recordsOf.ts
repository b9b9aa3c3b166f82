import { notFound } from "@pdp/basics/errors";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeItem } from "./change.ts";
import { workspaceDatabase } from "./database.ts";
import { getItem, getItems, itemWrite, listAll, type Stored, type Write } from "./items.ts";
import type { Key } from "./keyParts.ts";

interface RecordKind<T> {
  /** Name of a record in an error. */
  name: Parameters<typeof notFound>[0];
  keyOf: (workspaceId: string, id: string) => Key;
  /** Key of the list of all records of a workspace. */
  listOf: (workspaceId: string) => string;
  /** Returns the writes that replace a record if it has not changed since it was read; defaults to the record alone. */
  writes?: (scope: WorkspaceScope, before: Stored<T>, after: T) => Write[];
}

/** Returns the functions that read and change the records of one kind by their ids. */
export function recordsOf<T extends { id: string }>({ name, keyOf, listOf, writes }: RecordKind<T>) {
  const findStored = (scope: WorkspaceScope, id: string): Promise<Stored<T> | null> =>
    getItem<T>(workspaceDatabase(scope), keyOf(scope.id, id));
  const read = async (scope: WorkspaceScope, id: string): Promise<Stored<T>> => {
    const found = await findStored(scope, id);
    if (!found) throw notFound(name, id);
    return found;
  };
  const replace = writes ?? ((scope, before, after) => [itemWrite(keyOf(scope.id, after.id), before, after)]);
  return {
    findStored,
    find: async (scope: WorkspaceScope, id: string): Promise<T | null> =>
      (await findStored(scope, id))?.item ?? null,
    read,
    get: async (scope: WorkspaceScope, id: string): Promise<T> => (await read(scope, id)).item,
    /** Reads records by id; unknown ones are skipped. */
    byId: async (scope: WorkspaceScope, ids: readonly string[]): Promise<Map<string, T>> => {
      const keys = [...new Set(ids)].map((id) => keyOf(scope.id, id));
      const found = await getItems<T>(workspaceDatabase(scope), keys);
      return new Map(found.map((record) => [record.id, record]));
    },
    /** Reads all records, including archived ones. */
    all: (scope: WorkspaceScope): Promise<T[]> => listAll<T>(workspaceDatabase(scope), listOf(scope.id)),
    /** Applies a rule to a stored record. If the rule returns it unchanged, nothing is written. */
    change: (scope: WorkspaceScope, id: string, rule: (record: T) => T): Promise<T> =>
      changeItem(
        workspaceDatabase(scope),
        () => read(scope, id),
        rule,
        (before, after) => replace(scope, before, after),
      ),
  };
}
