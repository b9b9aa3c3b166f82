import * as v from "valibot";
import {
  CapabilityChanges,
  ExistingWorkspaceName,
  updateCapabilities,
  Workspace,
} from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { changeWorkspace } from "#shared/store/workspaces.ts";

export const updateWorkspaceCapabilities = operation(
  {
    summary: "Change the capabilities of a workspace",
    description: "Omitted and null capabilities are left unchanged.",
    method: "POST",
    path: "/v2/workspace:updateCapabilities",
    tag: "Workspaces",
    audience: "staff",
    needs: ["platform:write"],
    query: v.object({ name: ExistingWorkspaceName }),
    body: CapabilityChanges,
    response: Workspace,
    internal: true,
    errors: [404, 409],
  },
  async ({ settings, caller, query, body }) => {
    const stamp = stampOf(caller);
    return changeWorkspace({ settings }, query.name, (before) => updateCapabilities(before, body, stamp));
  },
);
