import { lastIdAt } from "#shared/domain/id.ts";
import { parseObjectKey } from "#shared/objects/keys.ts";
import { type ListedObject, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

export interface ObjectGroup {
  /** Prefix of the keys of its objects. */
  name: string;
  /** Id of the table or load; for an attempt, the load's id with the attempt. */
  owner: string;
  objects: ListedObject[];
}

/**
 * Lists a workspace's objects of the given kinds, in groups that are examined together: those of one table, load or attempt.
 * `after` is the name of a group; all groups up to and including it are skipped.
 */
export async function* objectGroups(
  scope: WorkspaceScope,
  kinds: readonly string[],
  after: string | null,
): AsyncGenerator<ObjectGroup> {
  for (const kind of kinds) yield* groupsUnder(scope, kindPrefix(scope, kind), after);
}

/** Objects that may have been written since an earlier sweep. */
export interface RecentObjects {
  /** Time from which objects may have been written, in milliseconds since 1970. */
  from: number;
  /** Ids of older loads that may have got objects since then, in ascending order. */
  loads: readonly string[];
}

/** Lists groups of objects like `objectGroups`, but only those of new owners and of certain loads. */
export async function* recentGroups(
  scope: WorkspaceScope,
  kind: string,
  { from, loads }: RecentObjects,
  after: string | null,
): AsyncGenerator<ObjectGroup> {
  const start = startOfIds(scope, kind, from);
  for (const id of loads) {
    const prefix = `${kindPrefix(scope, kind)}${id}`;
    if (start === null || prefix > start) continue;
    // The owner of the objects of an attempt is the load's id with the attempt.
    // In the order of their keys, so that a sweep continues after the last group.
    for (const folder of [`${prefix}-`, `${prefix}/`]) yield* groupsUnder(scope, folder, after);
  }
  const resumed = after !== null && (start === null || after > start) ? after : start;
  yield* groupsUnder(scope, kindPrefix(scope, kind), resumed);
}

async function* groupsUnder(
  scope: WorkspaceScope,
  prefix: string,
  after: string | null,
): AsyncGenerator<ObjectGroup> {
  let group: ObjectGroup = { name: "", owner: "", objects: [] };
  for await (const object of listObjects(scope, prefix, after)) {
    const { folder, owner } = parseObjectKey(object.key);
    if (group.name !== folder) {
      if (group.objects.length > 0) yield group;
      group = { name: folder, owner, objects: [] };
    }
    group.objects.push(object);
  }
  if (group.objects.length > 0) yield group;
}

/**
 * Returns the position after which the keys of owners with ids from a time on are listed; null for all keys: ids are not
 * padded, so keys are in the order of time only while ids have the same number of digits.
 */
function startOfIds(scope: WorkspaceScope, kind: string, from: number): string | null {
  const id = lastIdAt(from);
  return id.length === lastIdAt(Date.now()).length ? `${kindPrefix(scope, kind)}${id}` : null;
}

const kindPrefix = (scope: WorkspaceScope, kind: string): string => `ws/${scope.id}/${kind}/`;
