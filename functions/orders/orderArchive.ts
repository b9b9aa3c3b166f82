import { OrderId } from "#shared/domain/id.ts";
import { OrderSummary, shownOrder } from "#shared/domain/orders/order.ts";
import { archiveOperations } from "#shared/http/operations/archiveOperations.ts";
import { changeOrder } from "#shared/store/orders.ts";

export const { archive: archiveOrder, unarchive: unarchiveOrder } = archiveOperations({
  name: "order",
  path: "project/order",
  tag: "Orders",
  id: OrderId,
  response: OrderSummary,
  description: "Hides the order from regular lists. Its layout remains available.",
  unarchiveErrors: [404, 422],
  change: changeOrder,
  show: shownOrder,
});
