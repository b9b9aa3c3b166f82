import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId, RoundId } from "#shared/domain/id.ts";
import { Load, LoadState } from "#shared/domain/loads/load.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, queryFilter } from "#shared/http/operations/pageQuery.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";
import { listLoads as readLoads } from "#shared/store/shownLoads.ts";

export const listLoads = operation(
  {
    summary: "List data loads",
    description:
      "`project_id` selects loads in a project and its rounds; `round_id` selects those in a round. Specify at most one of the two.",
    method: "POST",
    alsoMethod: "GET",
    path: "/v2/workspace/{workspace}/data/load:list",
    tag: "Data loads",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      state: queryFilter(LoadState.options),
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
      ...pageQuery,
    }),
    response: pageOf(Load),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const { project_id: projectId, round_id: roundId, state } = query;
    await requireContextFilter(workspace, { projectId, roundId });
    return readLoads(workspace, { projectId, roundId, state }, query);
  },
);
