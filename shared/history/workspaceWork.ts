import { isDeleted, type WorkspaceEntity } from "#shared/domain/workspace.ts";
import {
  deletionExecution,
  type Execution,
  startMarkedWork,
  workspaceExecution,
} from "#shared/runtime/executions.ts";
import type { PlatformScope } from "#shared/runtime/scope.ts";

/** Returns the execution that a workspace in this state needs; null if it needs none. */
export function executionOf(scope: PlatformScope, workspace: WorkspaceEntity): Execution | null {
  const { id, attempt, state, deletion } = workspace;
  if (state === "PROVISIONING") return workspaceExecution(scope, id, attempt);
  return deletion && !isDeleted(workspace) ? deletionExecution(scope, id, attempt, deletion.purge_at) : null;
}

/** Starts the work on a workspace that is marked as in progress; if that fails, the sweeper starts it. */
export async function startWork(scope: PlatformScope, workspace: WorkspaceEntity): Promise<void> {
  const execution = executionOf(scope, workspace);
  if (execution) await startMarkedWork(scope, "work on a workspace", execution);
}
