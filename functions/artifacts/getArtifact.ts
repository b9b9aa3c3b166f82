import * as v from "valibot";
import { ArtifactId } from "#shared/domain/id.ts";
import { Artifact } from "#shared/domain/tasks/artifact.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { settleStructure } from "#shared/jobs/settleStructure.ts";
import { getArtifact as read } from "#shared/store/artifacts.ts";

export const getArtifact = operation(
  {
    summary: "Get an artifact",
    description: "Reads the file of a structure if it has been uploaded since the last call.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/artifact:get",
    tag: "Artifacts",
    audience: "member",
    role: "reader",
    needs: ["table:write", "lake:write"],
    query: v.object({ id: ArtifactId }),
    response: Artifact,
    errors: [404, 409],
  },
  async ({ workspace, query, signal }) => settleStructure(workspace, await read(workspace, query.id), signal),
);
