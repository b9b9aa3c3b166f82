import { conflict, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { WorkspaceId } from "#shared/domain/id.ts";
import {
  freezeWorkspace as applyFreeze,
  unfreezeWorkspace as applyUnfreeze,
  Workspace,
  type WorkspaceEntity,
} from "#shared/domain/workspace.ts";
import { FreezeRequest } from "#shared/domain/workspaceFreeze.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import type { Settings } from "#shared/runtime/scope.ts";
import { markFrozen } from "#shared/store/freezes.ts";
import { changeWorkspace, readWorkspace } from "#shared/store/workspaces.ts";

const COMMON = {
  method: "POST",
  tag: "Workspaces",
  audience: "staff",
  needs: ["platform:write", "freeze:write"],
  query: v.object({ id: v.pipe(WorkspaceId, v.description("Id of the workspace")) }),
  response: Workspace,
  internal: true,
  errors: [404, 409],
} as const;

export const freezeWorkspace = operation(
  {
    ...COMMON,
    summary: "Freeze a workspace",
    description:
      "Refuses changes (`READ_ONLY`) or all requests (`CLOSED`) with 423 `workspace_frozen` and the reason. Requests that have begun are finished. Loads, tasks, compactions and erasures, and in a closed workspace also queries, stop before their next step, and resume within minutes after `:unfreeze`. Freezing a frozen workspace changes its mode and reason.",
    path: "/v2/workspace:freeze",
    body: FreezeRequest,
    examples: {
      errors: {
        409: conflict(
          "workspace_not_ready",
          'The workspace "protein-lab" is DELETING: only a READY workspace can be frozen.',
        ),
      },
    },
  },
  async ({ settings, caller, query, body }) => {
    const stamp = stampOf(caller);
    const current = await findWorkspace(settings, query.id);
    applyFreeze(current, body, stamp);
    const { id, region } = current;
    const mark = () => markFrozen({ settings, id, region }, body.mode);
    // A workspace that an import keeps closed must not be opened for readers, so the mark decides.
    if (body.mode !== "CLOSED") await mark();
    const workspace = await change(settings, id, (before) => applyFreeze(before, body, stamp));
    if (body.mode === "CLOSED") await mark();
    return workspace;
  },
);

export const unfreezeWorkspace = operation(
  {
    ...COMMON,
    summary: "Unfreeze a workspace",
    description: "Its requests are accepted again. Sweeps restart the work that was stopped within minutes.",
    path: "/v2/workspace:unfreeze",
    examples: {
      errors: { 409: conflict("workspace_not_frozen", 'The workspace "protein-lab" is not frozen.') },
    },
  },
  async ({ settings, caller, query }) => {
    const stamp = stampOf(caller);
    const { id, region } = await findWorkspace(settings, query.id);
    // The mark is removed first, so that an interrupted request can be repeated.
    await markFrozen({ settings, id, region }, null);
    return change(settings, id, (before) => applyUnfreeze(before, stamp));
  },
);

async function findWorkspace(settings: Settings, id: string): Promise<WorkspaceEntity> {
  const stored = await readWorkspace({ settings }, id);
  if (!stored || stored.item.deletion?.stage === "PURGED") throw notFound("workspace", id);
  return stored.item;
}

/** Changes a workspace by its id. */
async function change(
  settings: Settings,
  id: string,
  rule: (before: WorkspaceEntity) => WorkspaceEntity,
): Promise<WorkspaceEntity> {
  const { name } = await findWorkspace(settings, id);
  return changeWorkspace({ settings }, name, rule);
}
