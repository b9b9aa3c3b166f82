import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { conflict } from "#shared/domain/errors.ts";
import { deleteWorkspace as deleted, ExistingWorkspaceName, Workspace } from "#shared/domain/workspace.ts";
import { startWork } from "#shared/history/workspaceWork.ts";
import { now } from "#shared/runtime/ids.ts";
import { changeWorkspace } from "#shared/store/workspaces.ts";

export const deleteWorkspace = operation(
  {
    summary: "Delete a workspace",
    description:
      "It is `DELETING` until its retention has passed (7 days unless configured otherwise); until then `:restore` takes the deletion back. Then all its data is removed for good, and its name is free. While it is `DELETING`, its operations answer 409 `workspace_deleting`.",
    method: "POST",
    path: "/v2/workspace:delete",
    tag: "Workspaces",
    audience: "staff",
    needs: ["platform:write", "workspace:start"],
    query: v.object({ name: ExistingWorkspaceName }),
    response: Workspace,
    internal: true,
    errors: [404, 409],
    examples: {
      response: { state: "DELETING" },
      errors: {
        409: conflict("workspace_deleting", 'The workspace "protein-lab" is being deleted already.'),
      },
    },
  },
  async ({ settings, caller, query }) => {
    const stamp = { by: caller.userId, at: now() };
    const workspace = await changeWorkspace({ settings }, query.name, (before) =>
      deleted(before, settings.retentionSeconds, stamp),
    );
    await startWork({ settings }, workspace);
    return workspace;
  },
);
