import { lastIdAt, sortableId } from "#shared/domain/id.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { lookNow } from "#shared/runtime/lookUntil.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { entryWrite, listItems, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { contextKeys } from "./dynamodb/keyParts.ts";
import { loadKey, loads, loadUnderWayKey } from "./dynamodb/keys.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";
import { movedEntries } from "./movedEntries.ts";
import type { ProjectChange } from "./projects.ts";
import { stagedBytesWrites } from "./stagedBytes.ts";

export type StoredLoad = Stored<LoadRecord>;

export const {
  find: findLoad,
  get: getLoad,
  read: readLoad,
  byId: loadsById,
} = recordsOf<LoadRecord>({ name: "load", keyOf: loadKey, listOf: loads });

/** Stores a new load together with a change to its project, on condition that its project and round are active. */
export async function createLoadRecord(
  scope: WorkspaceScope,
  load: LoadRecord,
  change: ProjectChange | null,
): Promise<void> {
  const writes = [...newLoadWrites(scope, load), ...contextIsActive(scope, load.context, change)];
  await transact(workspaceDatabase(scope), writes);
}

/** Returns the writes that store a new load with its list entries. */
export function newLoadWrites(scope: WorkspaceScope, load: LoadRecord): Write[] {
  const { context, id } = load;
  const listed = contextKeys(loads(scope.id), context, id);
  return [
    { kind: "create", key: loadKey(scope.id, id), item: load },
    ...listed.map((key): Write => ({ kind: "put", key, item: { id } })),
  ];
}

/**
 * Returns the writes that replace a load if it has not changed since it was read. A load with an action has a mark in the list
 * of loads in progress, which the sweeper reads.
 */
export function loadWrites(
  scope: WorkspaceScope,
  { item: before, revision }: StoredLoad,
  after: LoadRecord,
): Write[] {
  const mark = { workspace_id: scope.id, load_id: after.id };
  return [
    { kind: "replace", key: loadKey(scope.id, after.id), item: after, revision, before },
    ...stagedBytesWrites(scope, before, after),
    entryWrite(loadUnderWayKey(scope.id, after.id), after.action !== null, mark),
  ];
}

type LoadRule = (load: LoadRecord) => LoadRecord | Promise<LoadRecord>;

/** Applies a rule to the stored load; `conditions` are additional conditions of the transaction. */
export async function changeLoad(
  scope: WorkspaceScope,
  id: string,
  rule: LoadRule,
  conditions: (load: LoadRecord) => Write[] = () => [],
): Promise<LoadRecord> {
  const load = await changeItem(
    workspaceDatabase(scope),
    () => readLoad(scope, id),
    rule,
    (before, after) => [...loadWrites(scope, before, after), ...conditions(after)],
  );
  lookNow(scope, id);
  return load;
}

/** Returns the writes that replace a load that moves to another context, which must be active. */
export function loadMoveWrites(scope: WorkspaceScope, before: StoredLoad, after: LoadRecord): Write[] {
  const { context, id } = after;
  return [
    ...loadWrites(scope, before, after),
    ...movedEntries(loads(scope.id), before.item.context, context, id),
  ];
}

/**
 * Applies a rule to the stored load, on condition that its project and round are active. `changeOf` returns the change to its
 * project made by the last run of the rule.
 */
export function changeActiveLoad(
  scope: WorkspaceScope,
  id: string,
  rule: LoadRule,
  changeOf: () => ProjectChange | null = () => null,
): Promise<LoadRecord> {
  return changeLoad(scope, id, rule, ({ context }) => contextIsActive(scope, context, changeOf()));
}

/** Reads the loads created up to a time (ms since 1970), without their files, oldest first. */
export async function* loadsCreatedUntil(
  scope: WorkspaceScope,
  time: number,
  from?: string,
): AsyncGenerator<LoadRecord> {
  const last = sortableId(lastIdAt(time));
  for (let after = from === undefined ? undefined : sortableId(from); ; ) {
    const { items, more } = await listItems<LoadRecord>(workspaceDatabase(scope), loads(scope.id), { after });
    for (const { sk, item } of items) {
      if (sk > last) return;
      yield item;
    }
    if (!more) return;
    after = items.at(-1)?.sk;
  }
}
