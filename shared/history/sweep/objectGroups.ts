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
  for (const kind of kinds) {
    let group: ObjectGroup = { name: "", owner: "", objects: [] };
    for await (const object of listObjects(scope, `ws/${scope.id}/${kind}/`, after)) {
      const { folder, owner } = parseObjectKey(object.key);
      if (group.name !== folder) {
        if (group.objects.length > 0) yield group;
        group = { name: folder, owner, objects: [] };
      }
      group.objects.push(object);
    }
    if (group.objects.length > 0) yield group;
  }
}
