import { conflict } from "@pdp/basics/errors";
import { createWorkspace as newWorkspace, Workspace, WorkspaceCreate } from "#shared/domain/workspace.ts";
import { startWork } from "#shared/history/workspaceWork.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { createWorkspaceEntity } from "#shared/store/workspaces.ts";

export const createWorkspace = operation(
  {
    summary: "Create a workspace",
    description:
      "It starts as `PROVISIONING`: poll `GET /v2/workspace:get` until it is `READY` or `FAILED`. Its data is stored only in its region (default `EU`).",
    method: "POST",
    path: "/v2/workspace:create",
    tag: "Workspaces",
    audience: "staff",
    needs: ["platform:write", "workspace:start"],
    body: WorkspaceCreate,
    response: Workspace,
    internal: true,
    errors: [409],
    examples: {
      response: { state: "PROVISIONING" },
      errors: {
        409: conflict("workspace_name_taken", 'The workspace name "protein-lab" is already in use.'),
      },
    },
  },
  async ({ settings, caller, body }) => {
    const workspace = await withNewId(async (id) => {
      const created = newWorkspace(id, body, stampOf(caller));
      await createWorkspaceEntity({ settings }, created);
      return created;
    });
    await startWork({ settings }, workspace);
    return workspace;
  },
);
