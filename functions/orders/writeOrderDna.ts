import * as v from "valibot";
import { OrderId } from "#shared/domain/id.ts";
import { DnaRequest, DnaResult } from "#shared/domain/orders/dnaRequest.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { getOrder } from "#shared/store/orders.ts";
import { requireCodonSource } from "#shared/tasks/orders/requireCodonSource.ts";
import { writeDna } from "#shared/tasks/orders/writeDna.ts";

export const writeOrderDna = operation(
  {
    summary: "Write the proteins of an order as DNA",
    description:
      "Codons are drawn in proportion to the host's usage, within the constraints. Each sequence is translated back and checked. A protein whose constraints cannot be met has no DNA, but a `problem` with the position. The DNA is not stored: the same request gives the same DNA.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project/order:dna",
    tag: "Orders",
    audience: "member",
    role: "reader",
    needs: ["table:write", "lake:write", "sql"],
    query: v.object({ id: OrderId }),
    body: DnaRequest,
    response: DnaResult,
    errors: [400, 404, 429],
    examples: {
      body: { host: "E_COLI", avoid: ["BsaI", "NdeI"], gc: [0.35, 0.65], gc_window: 50, stop_codon: "TAA" },
    },
  },
  async ({ workspace, query, body, signal }) => {
    const order = await getOrder(workspace, query.id);
    await requireCodonSource(workspace, order, body);
    return runJob(writeDna, workspace, { orderId: order.id, request: body }, signal);
  },
);
