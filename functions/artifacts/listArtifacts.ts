import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId, RoundId } from "#shared/domain/id.ts";
import { Artifact, ArtifactType } from "#shared/domain/tasks/artifact.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean, queryFilter } from "#shared/http/operations/pageQuery.ts";
import { listArtifacts as readArtifacts } from "#shared/store/artifacts.ts";
import { requireContextFilter } from "#shared/store/contexts.ts";

export const listArtifacts = operation(
  {
    summary: "List artifacts",
    description:
      "Lists structures that users added, and reports and models produced by tasks. `project_id` selects those in a project and its rounds; `round_id` selects those in a round. Specify at most one of the two.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/artifact:list",
    tag: "Artifacts",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({
      type: queryFilter(ArtifactType.options),
      project_id: optional(ProjectId),
      round_id: optional(RoundId),
      include_archived: QueryBoolean,
      ...pageQuery,
    }),
    response: pageOf(Artifact),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const { project_id: projectId, round_id: roundId, type, include_archived: includeArchived } = query;
    await requireContextFilter(workspace, { projectId, roundId });
    return readArtifacts(workspace, { type, projectId, roundId, includeArchived }, query);
  },
);
