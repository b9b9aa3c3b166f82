import { notFound } from "@pdp/basics/errors";
import { newAuthored } from "#shared/domain/fields.ts";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { Order, OrderFields, type OrderRecord, shownOrder } from "#shared/domain/orders/order.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { activeContext } from "#shared/store/contexts.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { createOrderRecord } from "#shared/store/orders.ts";
import { usesOfDesigns } from "#shared/tasks/datasetUses.ts";
import { layOutOrder } from "#shared/tasks/orders/layOutOrder.ts";
import { requireDatasets } from "#shared/tasks/requireDatasets.ts";

export const createOrder = operation(
  {
    summary: "Create an order",
    description:
      "Reads designs and places them on plates with controls. Results can be joined with the layout by plate and well, or by name. At most 5,000 designs with 1,000,000 residues.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project/order:create",
    tag: "Orders",
    audience: "member",
    role: "scientist",
    needs: ["table:write", "lake:write", "sql"],
    body: OrderFields,
    response: Order,
    errors: [400, 404, 409, 429],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, caller, body, signal }) => {
    const { project_id, round_id, name, designs, plates, seed } = body;
    const context = await activeContext(
      workspace,
      round_id === null ? { kind: "PROJECT", project_id } : { kind: "ROUND", round_id, project_id },
      "an order",
    );
    await requireDatasets(workspace, context, usesOfDesigns(designs));
    return withNewId(async (id) => {
      const stated = String(seed ?? id);
      const input = { orderId: id, context, seed: stated, request: { project_id, designs, plates } };
      const { key, wells, ...counts } = await runJob(layOutOrder, workspace, input, signal);
      const order: OrderRecord = {
        ...newAuthored(id, stampOf(caller)),
        archived_at: null,
        archived_by: null,
        project_id,
        round_id,
        name,
        ...counts,
        seed: stated,
        erased_at: null,
        layout_key: key,
      };
      await createOrderRecord(workspace, order);
      return { ...shownOrder(order), wells };
    });
  },
);
