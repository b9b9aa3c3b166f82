import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { isExpired, lastExpiredCreation } from "#shared/domain/loads/loadExpiry.ts";
import { requestDeletion } from "#shared/domain/loads/loadTransitions.ts";
import { attemptPrefix, uploadsPrefix } from "#shared/objects/keys.ts";
import { deletePrefix } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { deleteLoadRecords } from "#shared/store/deleteLoadRecords.ts";
import { changeLoad, loadsCreatedUntil } from "#shared/store/loads.ts";

/**
 * Removes the expired pending loads of a workspace and their files, until `deadline` (ms since 1970). Returns their number.
 * After an interruption, a load remains DELETING, and the sweeper removes it.
 */
export async function expireLoads(scope: WorkspaceScope, deadline: number, at = now()): Promise<number> {
  let removed = 0;
  for await (const load of loadsCreatedUntil(scope, lastExpiredCreation(at))) {
    if (Date.now() > deadline) break;
    if (await expireLoad(scope, load, at)) removed += 1;
  }
  return removed;
}

/** Removes a load if it has expired. Returns whether it was removed. */
export async function expireLoad(scope: WorkspaceScope, load: LoadRecord, at: string): Promise<boolean> {
  if (!isExpired(load, at)) return false;
  // An upload may have been completed in the meantime.
  const after = await changeLoad(scope, load.id, (current) =>
    isExpired(current, at) ? requestDeletion(current, { by: current.updated_by, at }) : current,
  );
  if (after.state !== "DELETING") return false;
  await removeLoadData(scope, after);
  return true;
}

/** Removes everything that belongs to a load in state DELETING: its files, the outputs of its attempts, its records. */
export async function removeLoadData(scope: WorkspaceScope, load: LoadRecord): Promise<void> {
  await deletePrefix(scope, uploadsPrefix(scope.id, load.id));
  for (let attempt = 1; attempt <= load.attempt; attempt += 1) {
    await deletePrefix(scope, attemptPrefix(scope.id, load.id, attempt));
  }
  await deleteLoadRecords(scope, load);
}
