import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { QueryBoolean } from "#shared/api/pageQuery.ts";
import { conflict } from "#shared/domain/errors.ts";
import {
  deleteWorkspace as applyDelete,
  restoreWorkspace as applyRestore,
  ExistingWorkspaceName,
  Workspace,
  type WorkspaceEntity,
} from "#shared/domain/workspace.ts";
import { executionOf, startWork } from "#shared/history/workspaceWork.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeWorkspace } from "#shared/store/workspaces.ts";
import { stopOutdatedExecution } from "#shared/workflow/executions.ts";

const COMMON = {
  method: "POST",
  tag: "Workspaces",
  audience: "staff",
  needs: ["platform:write", "workspace:start"],
  query: v.object({ name: ExistingWorkspaceName }),
  response: Workspace,
  internal: true,
  errors: [404, 409],
} as const;

export const deleteWorkspace = operation(
  {
    ...COMMON,
    summary: "Delete a workspace",
    description:
      "It is `DELETING` until its retention has passed (7 days unless configured otherwise); until then, `:restore` reverts the deletion. Afterwards all its data is removed permanently, and its name is free. While it is `DELETING`, its operations respond with 409 `workspace_deleting`.",
    path: "/v2/workspace:delete",
    query: v.object({
      name: ExistingWorkspaceName,
      erase: v.pipe(
        QueryBoolean,
        v.description(
          "Whether the versions of its objects are deleted too, so that nothing can be brought back after its retention, of at most 7 days; the last backup expires 23 days later",
        ),
      ),
    }),
    examples: {
      response: { state: "DELETING" },
      errors: {
        409: conflict("workspace_deleting", 'The workspace "protein-lab" is being deleted already.'),
      },
    },
  },
  async ({ settings, caller, query }) => {
    const stamp = stampOf(caller);
    const workspace = await changeWorkspace({ settings }, query.name, (before) =>
      applyDelete(before, settings.retentionSeconds, stamp, query.erase),
    );
    await startWork({ settings }, workspace);
    return workspace;
  },
);

export const restoreWorkspace = operation(
  {
    ...COMMON,
    summary: "Restore a workspace that is being deleted, or whose provisioning failed",
    description:
      "Reverts a deletion until the retention has passed: the workspace returns to its previous state. A `FAILED` workspace is provisioned again under its name.",
    path: "/v2/workspace:restore",
    examples: {
      errors: {
        409: conflict(
          "workspace_not_deleting",
          'The workspace "protein-lab" is READY: there is neither a deletion to take back nor a failed provisioning to repeat.',
        ),
      },
    },
  },
  async ({ settings, caller, query }) => {
    const stamp = stampOf(caller);
    let before: WorkspaceEntity | null = null;
    const workspace = await changeWorkspace({ settings }, query.name, (found) => {
      before = found;
      return applyRestore(found, stamp);
    });
    const deletion = before && executionOf({ settings }, before);
    if (deletion) await stopOutdatedExecution({ settings }, deletion);
    await startWork({ settings }, workspace);
    return workspace;
  },
);
