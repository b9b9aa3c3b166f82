import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId, RoundId } from "#shared/domain/id.ts";
import { OrderSummary, shownOrder } from "#shared/domain/orders/order.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";
import { listOrders as readOrders } from "#shared/store/orders.ts";

export const listOrders = operation(
  {
    summary: "List orders",
    description:
      "Lists orders without their layouts. `project_id` selects those in a project and its rounds; `round_id` selects those in a round. Specify at most one of the two.",
    method: "GET",
    path: "/v2/workspace/{workspace}/project/order:list",
    tag: "Orders",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
      include_archived: QueryBoolean,
      ...pageQuery,
    }),
    response: pageOf(OrderSummary),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const { project_id: projectId, round_id: roundId, include_archived: includeArchived } = query;
    await requireContextFilter(workspace, { projectId, roundId });
    const page = await readOrders(workspace, { projectId, roundId }, includeArchived, query);
    return { ...page, items: page.items.map(shownOrder) };
  },
);
