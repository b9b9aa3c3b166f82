import type { Context, ContextFilter } from "#shared/domain/context.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { transact, type Write } from "./dynamodb/items.ts";
import { contextKeys, listInContext } from "./dynamodb/keyParts.ts";
import { orderKey, orders } from "./dynamodb/keys.ts";
import { readEntityPage } from "./dynamodb/readPage.ts";
import { recordsOf } from "./dynamodb/recordsOf.ts";

export const {
  find: findOrder,
  get: getOrder,
  change: changeOrder,
  all: allOrders,
} = recordsOf<OrderRecord>({ name: "order", keyOf: orderKey, listOf: orders });

/** Returns the context that an order belongs to. */
export function contextOfOrder({ project_id, round_id }: OrderRecord): Context {
  return round_id === null ? { kind: "PROJECT", project_id } : { kind: "ROUND", project_id, round_id };
}

/** Stores a new order, on condition that its project and round are active. */
export async function createOrderRecord(scope: WorkspaceScope, order: OrderRecord): Promise<void> {
  await transact(workspaceDatabase(scope), [
    ...contextIsActive(scope, contextOfOrder(order)),
    ...newOrderWrites(scope, order),
  ]);
}

/** Returns the writes that store a new order, with its entries in the lists of its project and round. */
export function newOrderWrites(scope: WorkspaceScope, order: OrderRecord): Write[] {
  const listed = contextKeys(orders(scope.id), contextOfOrder(order), order.id);
  return [
    { kind: "create", key: orderKey(scope.id, order.id), item: order },
    ...listed.map((key): Write => ({ kind: "put", key, item: { id: order.id } })),
  ];
}

/** Lists orders; the list for a project includes the orders of its rounds. */
export function listOrders(
  scope: WorkspaceScope,
  filter: ContextFilter,
  includeArchived: boolean,
  request: PageRequest,
): Promise<Page<OrderRecord>> {
  return readEntityPage<{ id: string }, OrderRecord>(
    workspaceDatabase(scope),
    {
      pk: listInContext(orders(scope.id), filter),
      identity: String(includeArchived),
      idOf: ({ id }) => id,
      keyOf: (id) => orderKey(scope.id, id),
      show: (orders) => orders.filter(({ archived_at }) => includeArchived || archived_at === null),
    },
    request,
  );
}
