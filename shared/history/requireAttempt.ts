import { conflict } from "#shared/domain/errors.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getLoad, type StoredLoad } from "#shared/store/loads.ts";

/** The load an execution works for, if it still is at that execution's attempt and its work is not done. */
export async function requireAttempt(
  scope: WorkspaceScope,
  loadId: string,
  attempt: number,
): Promise<StoredLoad> {
  const load = await getLoad(scope, loadId);
  if (load.attempt === attempt && load.action !== null) return load;
  throw conflict(
    "stale_attempt",
    `This execution is attempt ${attempt} of the load ${loadId}, which is at attempt ${load.attempt} (${load.state}).`,
  );
}

/** Whether a repeated step finds its work done already. */
export function isSettled(load: StoredLoad, attempt: number): boolean {
  return load.attempt === attempt && load.action === null;
}
