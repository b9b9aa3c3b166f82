import { icebergOrigin, icebergPrefix, manifestsPrefix, segmentsPrefix } from "#shared/objects/keys.ts";
import { listObjects } from "#shared/objects/objects.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/**
 * Deletes the objects that describe deleted manifests and segments to Iceberg readers, including all versions of these
 * objects, because their statistics quote erased values. Other objects stay, because readers may be using them.
 */
export async function removeDerived(
  scope: WorkspaceScope,
  tableId: string,
  onKey: (key: string) => void,
): Promise<void> {
  // Objects that are written later describe manifests and segments that may be newer than the next lists.
  const examined = new Set<string>();
  for await (const { key } of listObjects(scope, icebergPrefix(scope.id, tableId), null)) examined.add(key);
  const present = new Set<string>();
  for (const prefix of [manifestsPrefix(scope.id, tableId), segmentsPrefix(scope.id, tableId)]) {
    for await (const { key } of listObjects(scope, prefix, null)) present.add(key);
  }
  const matches = (key: string, isDeleted: boolean): boolean => {
    const origin = icebergOrigin(key);
    return isDeleted || (examined.has(key) && (origin === null || !present.has(origin)));
  };
  await eraseVersions(scope, icebergPrefix(scope.id, tableId), { matches, onKey });
}
