import { conflict } from "@pdp/basics/errors";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { ERASED, type HasErased } from "./erasedText.ts";
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
/** Number of died executions after which an erasure is abandoned. */
const MAX_DIED = 5;

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
    errors: [],
    plan,
    attempt: 0,
    phase: "ERASE",
    version_ids: [],
    recheck_at: null,
    certificate: null,
  };
}

/** Starts a prepared erasure. It can be cancelled until its first write, and never reverted. */
export function confirmErasure(erasure: ErasureRecord, stamp: AuditStamp, keepTexts = false): ErasureRecord {
  if (isExpired(erasure, stamp.at)) {
    throw conflict(
      "erasure_expired",
      `The plan ${erasure.id} was not confirmed in time, or another erasure has already erased its rows. Prepare a new plan.`,
    );
  }
  if (erasure.state === "CANCELLED") {
    throw conflict("erasure_ended", `The plan ${erasure.id} was cancelled. Prepare a new plan.`);
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
    keep_texts: keepTexts,
    progress: { phase: "WAITING", done: 0, total: 1 },
  };
}

function isExpired({ state, expires_at }: ErasureRecord, at: string): boolean {
  return state === "EXPIRED" || (state === "PREPARED" && expires_at !== null && expires_at <= at);
}

/**
 * Cancels a plan, or an erasure that has not written anything yet. Its condition is removed, because it may contain a value to
 * be erased. A cancelled erasure stays unchanged.
 */
export function cancelErasure(erasure: ErasureRecord, at: string): ErasureRecord {
  if (erasure.state === "CANCELLED") return erasure;
  const isRunning = erasure.state === "ERASING";
  if (!isRunning && (erasure.state !== "PREPARED" || isExpired(erasure, at))) {
    const state = isExpired(erasure, at) ? "EXPIRED" : erasure.state;
    throw conflict(
      "erasure_ended",
      `The erasure ${erasure.id} is ${state}: only a plan or a running erasure can be cancelled.`,
    );
  }
  if (erasure.is_writing) {
    throw conflict(
      "erasure_writing",
      `The erasure ${erasure.id} has started to remove rows and can no longer be cancelled. Wait until it has ended.`,
    );
  }
  const attempt = isRunning ? erasure.attempt + 1 : erasure.attempt;
  return { ...erasure, state: "CANCELLED", where: null, expires_at: null, progress: null, attempt };
}

/**
 * Ends an erasure that cannot be carried out. If its rows have already been removed, it stays `COMPLETED`, without its second
 * search.
 */
export function failErasure(erasure: ErasureRecord, errors: string[]): ErasureRecord {
  if (erasure.state === "COMPLETED") return { ...erasure, phase: "DONE", errors };
  if (erasure.certificate !== null) {
    const kept =
      "The rows have been removed from every version, but the database's file may still contain them. Contact the operator.";
    return { ...erasure, state: "FAILED", progress: null, errors: [kept] };
  }
  const partly = "Some of the rows may already have been removed. Prepare a new plan for the others.";
  const said = erasure.is_writing ? [...errors, partly] : errors;
  return { ...erasure, state: "FAILED", progress: null, errors: said };
}

/** Tells whether an erasure was cancelled or has failed, so that nobody continues it. */
export function isAbandoned({ state }: Pick<ErasureRecord, "state">): boolean {
  return state === "CANCELLED" || state === "FAILED";
}

/**
 * Removes what an erasure that is not running says about rows: another erasure has changed their number, and its condition
 * and errors may quote removed values. A plan can no longer be confirmed.
 */
export function closeOther(erasure: ErasureRecord, has: HasErased): ErasureRecord {
  const { reason, certificate, where } = erasure;
  const isQuoted = reason !== null && has(reason);
  const kept: ErasureRecord = isQuoted
    ? { ...erasure, reason: ERASED, certificate: certificate && { ...certificate, reason: ERASED } }
    : erasure;
  if (erasure.state === "PREPARED") return { ...kept, state: "EXPIRED", where: null };
  if (erasure.state !== "FAILED" || where === null) return kept;
  return { ...kept, where: null, errors: ["The reason was removed by a later erasure."] };
}

export function markErasing(erasure: ErasureRecord, progress: ErasureProgress): ErasureRecord {
  return erasure.state === "ERASING" ? { ...erasure, progress } : erasure;
}

/** Records that the erasure is about to change what others can see. */
export function markWriting(erasure: ErasureRecord): ErasureRecord {
  return erasure.state === "ERASING" && !erasure.is_writing ? { ...erasure, is_writing: true } : erasure;
}

/** Records that no version contains the rows any longer. The deleted records remain to be overwritten. */
export function certifyErasure(erasure: ErasureRecord, certificate: Certificate): ErasureRecord {
  return { ...erasure, phase: "PURGE", where: null, reason: certificate.reason, certificate };
}

/** Completes a certified erasure. A second search follows. */
export function completeErasure(erasure: ErasureRecord, at: string, recheckAt: string): ErasureRecord {
  if (erasure.certificate === null) throw new Error(`The erasure ${erasure.id} has no certificate`);
  return {
    ...erasure,
    state: "COMPLETED",
    phase: "SETTLE",
    completed_at: at,
    recheck_at: recheckAt,
    progress: null,
    certificate: { ...erasure.certificate, completed_at: at, last_backup_expires_at: lastBackup(at) },
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

/**
 * Returns an erasure prepared for another execution; null if too many have died. An execution that ran out of time has not
 * died: the erasure may have waited for another one, or may have much to read.
 */
export function restartErasure(erasure: ErasureRecord, hasDied: boolean): ErasureRecord | null {
  const { attempt, restarts = 0 } = erasure;
  if (!hasDied) return { ...erasure, attempt: attempt + 1 };
  return restarts + 1 >= MAX_DIED ? null : { ...erasure, attempt: attempt + 1, restarts: restarts + 1 };
}

/** Returns an erasure in its API representation at a given time. */
export function shownErasure(record: ErasureRecord, at: string): Erasure {
  const { attempt: _, phase: __, version_ids: ___, recheck_at: ____, certificate: _____, ...rest } = record;
  const { is_writing: ______, restarts: _______, errors = [], keep_texts = false, plan, ...fields } = rest;
  const shown = {
    ...fields,
    keep_texts,
    errors,
    plan: {
      ...plan,
      orders: plan.orders ?? [],
      order_count: plan.order_count ?? 0,
      named_tables: plan.named_tables ?? [],
      texts: plan.texts ?? [],
      text_count: plan.text_count ?? 0,
    },
  };
  return isExpired(record, at) ? { ...shown, state: "EXPIRED" } : shown;
}
