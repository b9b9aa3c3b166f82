import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId } from "#shared/domain/id.ts";
import { Round } from "#shared/domain/round.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { getProject } from "#shared/store/projects.ts";
import { listRounds as readRounds } from "#shared/store/rounds.ts";

export const listRounds = operation(
  {
    summary: "List rounds",
    description:
      "`project_id` selects the rounds of a project; defaults to the whole workspace. With `include_archived`, rounds in archived projects are also listed.",
    method: "GET",
    path: "/v2/workspace/{workspace}/round:list",
    tag: "Rounds",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ project_id: optional(ProjectId), include_archived: QueryBoolean, ...pageQuery }),
    response: pageOf(Round),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    if (query.project_id !== null) await getProject(workspace, query.project_id);
    return readRounds(workspace, query.project_id, query.include_archived, query);
  },
);
