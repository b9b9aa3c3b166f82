import type { Context } from "#shared/domain/context.ts";
import type { OrderRecord } from "#shared/domain/orders/order.ts";

/** Returns the context of an order: its round, or its project. */
export function orderContext({
  project_id,
  round_id,
}: Pick<OrderRecord, "project_id" | "round_id">): Context {
  return round_id === null ? { kind: "PROJECT", project_id } : { kind: "ROUND", round_id, project_id };
}
