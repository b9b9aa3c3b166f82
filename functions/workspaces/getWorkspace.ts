import * as v from "valibot";
import { ExistingWorkspaceName, Workspace } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { reachableWorkspace } from "#shared/http/reachableWorkspace.ts";

export const getWorkspace = operation(
  {
    summary: "Get a workspace and its state",
    description: "403 if the caller has no access to the workspace, whether or not it exists.",
    method: "GET",
    path: "/v2/workspace:get",
    tag: "Workspaces",
    audience: "user",
    alsoRegional: true,
    needs: ["platform:read"],
    query: v.object({ name: ExistingWorkspaceName }),
    response: Workspace,
    internal: true,
    errors: [404],
  },
  async ({ settings, caller, query }) => {
    const workspace = await reachableWorkspace(settings, caller, query.name);
    if (caller.isStaff) return workspace;
    const { internal_error_details: _, ...shown } = workspace;
    return shown;
  },
);
