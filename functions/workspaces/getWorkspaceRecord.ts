import * as v from "valibot";
import { ExistingWorkspaceName, WorkspaceRecord } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { reachableWorkspace } from "#shared/http/reachableWorkspace.ts";
import { workspaceRecord } from "#shared/http/workspaceRecord.ts";

export const getWorkspaceRecord = operation(
  {
    summary: "Get the record of a workspace",
    description:
      "`region_api_url` is the base URL of all its operations. 403 if the caller has no access to the workspace, whether or not it exists.",
    method: "GET",
    path: "/v2/workspace:getRecord",
    tag: "Workspaces",
    audience: "user",
    needs: ["platform:read"],
    query: v.object({ name: ExistingWorkspaceName }),
    response: WorkspaceRecord,
    internal: true,
    errors: [404],
  },
  async ({ settings, caller, query }) =>
    workspaceRecord(settings, await reachableWorkspace(settings, caller, query.name)),
);
