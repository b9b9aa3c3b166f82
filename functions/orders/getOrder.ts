import * as v from "valibot";
import { OrderId } from "#shared/domain/id.ts";
import { Order, shownOrder } from "#shared/domain/orders/order.ts";
import { readLayout } from "#shared/history/orderLayouts.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { getOrder as read } from "#shared/store/orders.ts";

export const getOrder = operation(
  {
    summary: "Get an order with its layout",
    method: "GET",
    path: "/v2/workspace/{workspace}/project/order:get",
    tag: "Orders",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lake:read"],
    query: v.object({ id: OrderId }),
    response: Order,
    errors: [404],
  },
  async ({ workspace, query }) => {
    const order = await read(workspace, query.id);
    return { ...shownOrder(order), wells: (await readLayout(workspace, order))?.wells ?? [] };
  },
);
