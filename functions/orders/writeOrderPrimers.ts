import * as v from "valibot";
import { OrderId } from "#shared/domain/id.ts";
import { PrimersRequest, PrimersResult } from "#shared/domain/orders/primersRequest.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { getOrder } from "#shared/store/orders.ts";
import { requireCodonSource } from "#shared/tasks/orders/requireCodonSource.ts";
import { writePrimers } from "#shared/tasks/orders/writePrimers.ts";

export const writeOrderPrimers = operation(
  {
    summary: "Design mutagenesis primers for an order",
    description:
      "Primers turn the plasmid of the parent into that of each design: substitutions, insertions and deletions at up to four sites. Every reaction is simulated from the sequences of the primers: they must anneal at one site and make exactly the requested change. A design without primers has a `problem`. The primers are not stored: the same request gives the same primers.",
    method: "POST",
    path: "/v2/workspace/{workspace}/project/order:primers",
    tag: "Orders",
    audience: "member",
    role: "reader",
    needs: ["table:write", "lake:write", "sql"],
    query: v.object({ id: OrderId }),
    body: PrimersRequest,
    response: PrimersResult,
    errors: [400, 404, 429],
    examples: {
      body: { template: "ATGAACAGCCCGCGCGCGAGCCGCCTGATGTAA", host: "E_COLI", avoid: ["BsaI"], format: 96 },
    },
  },
  async ({ workspace, query, body, signal }) => {
    const order = await getOrder(workspace, query.id);
    await requireCodonSource(workspace, order, body);
    return runJob(writePrimers, workspace, { orderId: order.id, request: body }, signal);
  },
);
