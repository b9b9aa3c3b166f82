import { conflict } from "#shared/domain/errors.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import {
  BACKUP_DAYS,
  type Certificate,
  type Erasure,
  type ErasurePlan,
  type ErasureProgress,
  type ErasureRecord,
  PLAN_VALID_MS,
} from "./erasure.ts";

const DAY_MS = 86_400_000;

/** Rows selected by an erasure. */
export interface ErasureTarget {
  load_id: string | null;
  reference: string | null;
  table_id: string | null;
  where: string | null;
}

export function prepareErasure(
  id: string,
  target: ErasureTarget,
  reason: string | null,
  plan: ErasurePlan,
  stamp: AuditStamp,
): ErasureRecord {
  return {
    id,
    state: "PREPARED",
    ...target,
    reason,
    created_at: stamp.at,
    created_by: stamp.by,
    expires_at: new Date(Date.parse(stamp.at) + PLAN_VALID_MS).toISOString(),
    confirmed_at: null,
    confirmed_by: null,
    completed_at: null,
    rechecked_at: null,
    progress: null,
    plan,
    attempt: 0,
    phase: "ERASE",
    version_ids: [],
    recheck_at: null,
    certificate: null,
  };
}

/** Starts a prepared erasure. From this point on, it cannot be reverted. */
export function confirmErasure(erasure: ErasureRecord, stamp: AuditStamp): ErasureRecord {
  if (isExpired(erasure, stamp.at)) {
    throw conflict(
      "erasure_expired",
      `The plan ${erasure.id} was not confirmed in time, or another erasure has already erased its rows. Prepare a new plan.`,
    );
  }
  if (erasure.state !== "PREPARED") {
    throw conflict(
      "erasure_confirmed",
      `The erasure ${erasure.id} was already confirmed at ${erasure.confirmed_at}.`,
    );
  }
  return {
    ...erasure,
    state: "ERASING",
    expires_at: null,
    confirmed_at: stamp.at,
    confirmed_by: stamp.by,
    attempt: 1,
    progress: { phase: "WAITING", done: 0, total: 1 },
  };
}

function isExpired({ state, expires_at }: ErasureRecord, at: string): boolean {
  return state === "EXPIRED" || (state === "PREPARED" && expires_at !== null && expires_at <= at);
}

/** Closes a plan that was never confirmed. Its condition is removed, because it may contain a value to be erased. */
export function expirePlan(erasure: ErasureRecord): ErasureRecord {
  return erasure.state === "PREPARED" ? { ...erasure, state: "EXPIRED", where: null } : erasure;
}

export function markErasing(erasure: ErasureRecord, progress: ErasureProgress): ErasureRecord {
  return erasure.state === "ERASING" ? { ...erasure, progress } : erasure;
}

/** Completes the erasure of the rows: no version contains them any longer. A second search follows. */
export function completeErasure(
  erasure: ErasureRecord,
  certificate: Certificate,
  recheckAt: string,
): ErasureRecord {
  return {
    ...erasure,
    state: "COMPLETED",
    phase: "SETTLE",
    where: null,
    completed_at: certificate.completed_at,
    recheck_at: recheckAt,
    progress: null,
    certificate,
  };
}

/** Completes the second search and adds its findings. */
export function settleErasure(erasure: ErasureRecord, certificate: Certificate, at: string): ErasureRecord {
  const rechecked = { ...certificate, rechecked_at: at, last_backup_expires_at: lastBackup(at) };
  return { ...erasure, phase: "DONE", rechecked_at: at, certificate: rechecked };
}

/** Returns when the last backup made before a given time expires. */
export function lastBackup(at: string): string {
  return new Date(Date.parse(at) + BACKUP_DAYS * DAY_MS).toISOString();
}

/** Restarts an erasure as a new attempt after its execution died. */
export function restartErasure(erasure: ErasureRecord): ErasureRecord {
  return { ...erasure, attempt: erasure.attempt + 1 };
}

/** Returns an erasure in its API representation at a given time. */
export function shownErasure(record: ErasureRecord, at: string): Erasure {
  const { attempt: _, phase: __, version_ids: ___, recheck_at: ____, certificate: _____, ...shown } = record;
  return isExpired(record, at) ? { ...shown, state: "EXPIRED" } : shown;
}
