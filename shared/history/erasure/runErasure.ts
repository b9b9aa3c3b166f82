import { DomainError } from "@pdp/basics/errors";
import { type ErasureRecord, MAX_LISTED } from "#shared/domain/erasures/erasure.ts";
import {
  certifyErasure,
  completeErasure,
  isAbandoned,
  settleErasure,
} from "#shared/domain/erasures/erasureTransitions.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeErasure, endErasureTurn, getErasure, takeErasureTurn } from "#shared/store/erasures.ts";
import { abandonErasure, settleAbandoned } from "./abandonErasure.ts";
import { certificateOf, logErasure, planWithEarlier } from "./certificateOf.ts";
import { closeOthers } from "./closeOthers.ts";
import { eraseOnce, type Limits, Superseded } from "./eraseOnce.ts";
import { SearchPaused } from "./erasureSearch.ts";

/** Interval between checks by an erasure that is waiting for another one, in milliseconds. */
const TURN_MS = 2_000;

/** Outcome of a call: whether the work is done and, if not, when to call again. */
export interface ErasureOutcome {
  ended: boolean;
  next_at: string;
}

export interface ErasureOptions extends Limits {
  /** Time after which everything is searched again, in milliseconds. */
  settleMs: number;
}

/** Maximum number of searches for matching rows that arrive during the work. */
const MAX_ROUNDS = 5;

/**
 * Erases the rows of a confirmed erasure everywhere, and searches everything once more after `settleMs`, because a reader of
 * the rows may have written something in the meantime. Each part can be interrupted anywhere, and is then repeated as a whole
 * from the state left by the first run.
 */
export async function runErasure(
  scope: WorkspaceScope,
  id: string,
  attempt: number,
  { settleMs, deadline, signal }: ErasureOptions,
): Promise<ErasureOutcome> {
  const erasure = await getErasure(scope, id);
  if (erasure.attempt !== attempt || erasure.phase === "DONE") {
    return { ended: true, next_at: now() };
  }
  if (erasure.recheck_at !== null && erasure.recheck_at > now()) {
    return { ended: false, next_at: erasure.recheck_at };
  }
  if (isAbandoned(erasure)) return settled(scope, id);
  if (!(await takeErasureTurn(scope, id))) return { ended: false, next_at: inMs(TURN_MS) };
  const limits = { deadline, signal };
  try {
    if (erasure.phase === "ERASE") await erase(scope, erasure, limits);
    const after =
      erasure.phase === "SETTLE"
        ? await recheck(scope, erasure, limits)
        : await complete(scope, id, settleMs);
    await endErasureTurn(scope, id);
    return { ended: after.phase === "DONE", next_at: after.recheck_at ?? now() };
  } catch (error) {
    if (error instanceof SearchPaused) return { ended: false, next_at: now() };
    if (error instanceof Superseded) return settled(scope, id);
    if (!isFaultOfCondition(error)) throw error;
    await abandonErasure(scope, id, attempt, [error.message]);
    return { ended: true, next_at: now() };
  }
}

/** Releases an erasure if it was cancelled or has failed. */
async function settled(scope: WorkspaceScope, id: string): Promise<ErasureOutcome> {
  await settleAbandoned(scope, id);
  return { ended: true, next_at: now() };
}

/**
 * Tells whether an error is raised by the condition of an erasure, so that every attempt would raise it. The engine also
 * rewrites files, and may lack memory for that.
 */
function isFaultOfCondition(error: unknown): error is DomainError {
  if (!(error instanceof DomainError) || error.code === "query_out_of_memory") return false;
  return error.kind === "malformed" || error.kind === "invalid";
}

async function erase(scope: WorkspaceScope, erasure: ErasureRecord, limits: Limits): Promise<void> {
  const removed = new Set<string>();
  let { plan, texts, fresh } = await eraseOnce(scope, erasure, removed, limits);
  for (let round = 1; erasure.where !== null && fresh > 0 && round < MAX_ROUNDS; round += 1) {
    const more = await eraseOnce(scope, erasure, removed, limits);
    plan = planWithEarlier(more.plan, plan);
    texts.join(more.texts);
    fresh = more.fresh;
  }
  const has = (text: string): boolean => texts.areQuoted(text);
  await closeOthers(scope, erasure.id, has);
  const certificate = certificateOf(scope, await getErasure(scope, erasure.id), plan, removed, has);
  await changeErasure(scope, erasure.id, (before) =>
    before.phase === "ERASE" ? certifyErasure(before, certificate) : before,
  );
}

/** Completes an erasure once no file of the database contains what was removed. */
async function complete(scope: WorkspaceScope, id: string, settleMs: number): Promise<ErasureRecord> {
  await scope.settings.purgeDatabase?.();
  const done = await changeErasure(scope, id, (before) =>
    before.phase === "PURGE" ? completeErasure(before, now(), inMs(settleMs)) : before,
  );
  logErasure(scope, done, "rows were erased");
  return done;
}

async function recheck(
  scope: WorkspaceScope,
  erasure: ErasureRecord,
  limits: Limits,
): Promise<ErasureRecord> {
  const removed = new Set<string>();
  await eraseOnce(scope, erasure, removed, limits);
  // Even if no object was removed, a record may have lost a text, such as the error of a task that failed in the meantime.
  await scope.settings.purgeDatabase?.();
  const done = await changeErasure(scope, erasure.id, (before) => {
    if (before.certificate === null || before.phase === "DONE") return before;
    const { certificate } = before;
    const objects = [...new Set([...certificate.objects, ...removed])];
    const more = {
      ...certificate,
      version_ids: before.version_ids,
      objects: objects.slice(0, MAX_LISTED),
      object_count: certificate.object_count + removed.size,
    };
    return settleErasure(before, more, now());
  });
  logErasure(scope, done, "an erasure was checked again");
  return done;
}

function inMs(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
