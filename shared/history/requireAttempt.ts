import { conflict } from "#shared/domain/errors.ts";
import type { StoredLoad } from "#shared/store/loads.ts";

/** Throws `stale_attempt` unless the load still is at this attempt and its work is not done. */
export function requireAttempt(load: StoredLoad, attempt: number): void {
  if (load.attempt === attempt && load.action !== null) return;
  throw conflict(
    "stale_attempt",
    `This execution is attempt ${attempt} of the load ${load.id}, which is at attempt ${load.attempt} (${load.state}).`,
  );
}

/** Whether a repeated step finds its work done already. */
export function isSettled(load: StoredLoad, attempt: number): boolean {
  return load.attempt === attempt && load.action === null;
}
