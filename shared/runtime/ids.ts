import { randomInt } from "node:crypto";
import type { Caller } from "#shared/domain/caller.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { composeId } from "#shared/domain/id.ts";

/** Number of values that the random bits of an id can have. */
const RANDOM_VALUES = 4_096;

let last = 0;

/**
 * Returns a new id. Ids sort by creation time, even those created by this process within the same millisecond. If an id
 * collides with that of another process, the conditional put fails and is retried with a new id.
 */
export function newId(): string {
  const id = Number(composeId(Date.now(), randomInt(RANDOM_VALUES)));
  last = Math.max(id, last + 1);
  return String(last);
}

export function now(): string {
  return new Date().toISOString();
}

/** Returns the stamp for a change that a caller makes now. */
export function stampOf(caller: Caller): AuditStamp {
  return { by: caller.userId, at: now() };
}
