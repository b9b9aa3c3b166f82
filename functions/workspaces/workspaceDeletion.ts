import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import {
  deleteWorkspace as applyDelete,
  restoreWorkspace as applyRestore,
  ExistingWorkspaceName,
  Workspace,
  type WorkspaceEntity,
} from "#shared/domain/workspace.ts";
import { executionOf, startWork } from "#shared/history/workspaceWork.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { stopOutdatedExecution } from "#shared/runtime/executions.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeWorkspace } from "#shared/store/workspaces.ts";

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
      "The workspace is `DELETING` until the retention period has passed (7 days unless configured otherwise); until then, `:restore` reverts the deletion. Afterwards, all its data is permanently removed and its name can be reused. While it is `DELETING`, its operations respond with 409 `workspace_deleting`.",
    path: "/v2/workspace:delete",
    query: v.object({
      name: ExistingWorkspaceName,
      erase: v.pipe(
        QueryBoolean,
        v.description(
          "Whether object versions are also deleted, so that nothing can be restored after the retention period of at most 7 days; the last backup expires 23 days later",
        ),
      ),
    }),
    examples: {
      response: { state: "DELETING" },
      errors: {
        409: conflict("workspace_deleting", 'The workspace "protein-lab" is already being deleted.'),
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
      "Reverts a deletion within the retention period: the workspace returns to its previous state. A `FAILED` workspace is provisioned again under its name.",
    path: "/v2/workspace:restore",
    examples: {
      errors: {
        409: conflict(
          "workspace_not_deleting",
          'The workspace "protein-lab" is READY. There is no deletion to revert and no failed provisioning to repeat.',
        ),
      },
    },
  },
  async ({ settings, caller, query }) => {
    const stamp = stampOf(caller);
    let before: WorkspaceEntity | null = null;
    const workspace = await changeWorkspace({ settings }, query.name, (current) => {
      before = current;
      return applyRestore(current, stamp);
    });
    const deletion = before && executionOf({ settings }, before);
    if (deletion) await stopOutdatedExecution({ settings }, deletion);
    await startWork({ settings }, workspace);
    return workspace;
  },
);
