import { inParallel } from "#shared/history/inParallel.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { orderSnapshotKey } from "#shared/objects/keys.ts";
import { jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allOrders } from "#shared/store/orders.ts";
import { addReads, type TaskReads } from "./taskReads.ts";

/** Data sources of an order. */
export interface OrderReads extends Pick<TaskReads, "manifests" | "earlier"> {
  id: string;
  layoutKey: string;
  /** Key of its snapshot; null if its designs were in the request. */
  snapshotKey: string | null;
}

/** Reads the data sources of all orders in a workspace with a layout. */
export async function allOrderReads(scope: WorkspaceScope): Promise<OrderReads[]> {
  const all: OrderReads[] = [];
  await inParallel(await allOrders(scope), async ({ id, layout_key: layoutKey }) => {
    if (layoutKey === null) return;
    const key = orderSnapshotKey(layoutKey);
    const snapshot = await jsonIfPresent<Snapshot>(scope, key);
    const reads: OrderReads = { id, layoutKey, snapshotKey: snapshot && key, manifests: [], earlier: [] };
    if (snapshot) addReads(reads, snapshot);
    all.push(reads);
  });
  return all;
}
