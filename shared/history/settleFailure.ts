import { failed } from "#shared/domain/loads/loadTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeLoad } from "#shared/store/loads.ts";

/** Ends an execution's work as failed; one that is stale or done changes nothing. */
export async function settleFailure(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
  errors: string[],
  warnings: string[],
): Promise<void> {
  await changeLoad(scope, loadId, (load) =>
    load.attempt === attempt && load.action !== null ? failed(load, errors, warnings, now()) : load,
  );
}
