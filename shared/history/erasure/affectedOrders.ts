import { inParallel } from "#shared/history/inParallel.ts";
import { readLayout } from "#shared/history/orderLayouts.ts";
import { orderPrefix } from "#shared/objects/keys.ts";
import { eraseVersions } from "#shared/objects/objectVersions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeOrder } from "#shared/store/orders.ts";
import { readsErased } from "./affectedTasks.ts";
import type { OrderReads } from "./orderReads.ts";
import type { ErasureSearch } from "./searchedTable.ts";

/** Returns the ids of the orders with designs that were read from erased rows, or that contain an erased text. */
export async function affectedOrders(scope: WorkspaceScope, search: ErasureSearch): Promise<string[]> {
  const ids: string[] = [];
  await inParallel(search.orders, async (reads) => {
    if (readsErased(search, reads) || (await containsErased(scope, search, reads))) ids.push(reads.id);
  });
  return ids.sort();
}

async function containsErased(
  scope: WorkspaceScope,
  { texts }: ErasureSearch,
  { layoutKey }: OrderReads,
): Promise<boolean> {
  if (texts.size === 0) return false;
  const layout = await readLayout(scope, { layout_key: layoutKey });
  if (layout === null) return false;
  const { wells, parent } = layout;
  return [parent, ...wells.flatMap(({ name, mutations, sequence }) => [name, mutations, sequence])].some(
    (text) => texts.is(text),
  );
}

/** Deletes the layouts of orders with all their versions. Can be repeated. */
export async function eraseOrders(
  scope: WorkspaceScope,
  { affectedOrders: ids }: ErasureSearch,
  onKey: (key: string) => void,
): Promise<void> {
  await inParallel(ids, async (id) => {
    await changeOrder(scope, id, (order) =>
      order.layout_key === null ? order : { ...order, layout_key: null, erased_at: now() },
    );
    await eraseVersions(scope, orderPrefix(scope.id, id), { onKey });
  });
}
