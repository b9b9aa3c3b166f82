import { DomainError } from "@pdp/basics/errors";
import type { OrderRecord } from "#shared/domain/orders/order.ts";
import type { OrderWell } from "#shared/domain/orders/plateLayout.ts";
import { jsonIfPresent } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";

/** Content of an order's object. */
export interface StoredLayout {
  wells: OrderWell[];
  /** Parent of the designs; null if they state none. */
  parent: string | null;
}

/** Reads the layout of an order; null if it was erased. */
export async function readLayout(
  scope: WorkspaceScope,
  { layout_key: key }: Pick<OrderRecord, "layout_key">,
): Promise<StoredLayout | null> {
  return key === null ? null : jsonIfPresent<StoredLayout>(scope, key);
}

/** Reads the layout of an order. Throws 404 if it was erased. */
export async function requireLayout(scope: WorkspaceScope, order: OrderRecord): Promise<StoredLayout> {
  const layout = await readLayout(scope, order);
  if (layout) return layout;
  throw new DomainError(
    "not_found",
    "order_erased",
    `The layout of the order ${order.id} was deleted because rows that it was created from were erased. Create the order again with the remaining rows.`,
  );
}
