import { conflict } from "@pdp/basics/errors";
import type { LoadRecord } from "#shared/domain/loads/load.ts";

/** Throws `stale_attempt` unless the load is still at this attempt and has not settled. */
export function requireAttempt(load: LoadRecord, attempt: number): void {
  if (load.attempt === attempt && load.action !== null) return;
  throw conflict(
    "stale_attempt",
    `This execution is attempt ${attempt} of the load ${load.id}, which is at attempt ${load.attempt} (${load.state}).`,
  );
}

/** Tells whether the work of a repeated step has already been done. */
export function isSettled(load: LoadRecord, attempt: number): boolean {
  return load.attempt === attempt && load.action === null;
}
