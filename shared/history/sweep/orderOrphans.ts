import { orderSnapshotKey } from "#shared/objects/keys.ts";
import type { ListedObject } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findOrder } from "#shared/store/orders.ts";

/** Returns the layouts that no order refers to: the order could not be created, or its layout was erased. */
export async function orphansOfOrder(
  scope: WorkspaceScope,
  orderId: string,
  objects: readonly ListedObject[],
): Promise<ListedObject[]> {
  const layout = (await findOrder(scope, orderId))?.layout_key ?? null;
  const kept = layout === null ? [] : [layout, orderSnapshotKey(layout)];
  return objects.filter(({ key }) => !kept.includes(key));
}
