import type { Caller } from "#shared/domain/caller.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { Load, LoadRecord } from "#shared/domain/loads/load.ts";
import { loadExecution, startMarkedWork } from "#shared/runtime/executions.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { withFiles } from "#shared/store/shownLoads.ts";
import { beginLoadWork } from "#shared/store/underWay.ts";

/**
 * Starts the state machine of a load that has just been marked as in progress. If that fails, the sweeper finds the mark and
 * starts it.
 */
export async function startLoad(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  await startMarkedWork(scope, "a load", loadExecution(scope, load.id, load.attempt));
}

/** Applies a rule that starts work on a load, and starts its execution. Returns the load with its files. */
export async function changeInBackground(
  scope: WorkspaceScope,
  caller: Caller,
  id: string,
  rule: (load: LoadRecord, stamp: AuditStamp) => LoadRecord,
): Promise<Load> {
  const stamp = stampOf(caller);
  const load = await beginLoadWork(scope, id, (before) => rule(before, stamp));
  await startLoad(scope, load);
  return withFiles(scope, load);
}
