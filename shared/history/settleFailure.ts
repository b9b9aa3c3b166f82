import { type Failure, failLoad } from "#shared/domain/loads/loadTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeLoad } from "#shared/store/loads.ts";

/** Marks an execution's work as failed; does nothing if the execution is stale or done. */
export async function settleFailure(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  failure: Failure,
): Promise<void> {
  await changeLoad(scope, loadId, (load) =>
    load.attempt === attempt && load.action !== null ? failLoad(load, failure, now()) : load,
  );
}
