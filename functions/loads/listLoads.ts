import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { pageOf, pageQuery } from "#shared/api/pageQuery.ts";
import { invalidField } from "#shared/domain/errors.ts";
import { optional } from "#shared/domain/fields.ts";
import { Id } from "#shared/domain/id.ts";
import { Load } from "#shared/domain/load.ts";
import { listLoads as readLoads } from "#shared/store/loads.ts";
import { getProject } from "#shared/store/projects.ts";
import { getRound } from "#shared/store/rounds.ts";

export const listLoads = operation(
  {
    summary: "List data loads",
    description:
      "With `project_id`, those of the project and its rounds; with `round_id`, those of the round. Only one of the two may be given.",
    method: "POST",
    alsoMethod: "GET",
    path: "/v2/workspace/{workspace}/data/load:list",
    tag: "Data loads",
    audience: "member",
    needs: ["table:read"],
    query: v.object({ project_id: optional(Id), round_id: optional(Id), ...pageQuery }),
    response: pageOf(Load),
    errors: [404],
  },
  async ({ workspace, query }) => {
    const { project_id: projectId, round_id: roundId } = query;
    if (projectId !== null && roundId !== null) {
      throw invalidField(["query", "round_id"], "Give project_id or round_id, not both");
    }
    if (projectId !== null) await getProject(workspace, projectId);
    if (roundId !== null) await getRound(workspace, roundId);
    return readLoads(workspace, { projectId, roundId }, query);
  },
);
