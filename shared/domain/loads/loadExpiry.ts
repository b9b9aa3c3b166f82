import type { LoadRecord } from "./load.ts";

/** Number of days that a pending load is kept after its last change. */
export const PENDING_DAYS = 7;
const DAY_MS = 86_400_000;

type Changed = Pick<LoadRecord, "state" | "updated_at">;

/**
 * Returns the expiry time of a pending load; null for any other load. The time counts from the last change of the load: its
 * creation, a change to a table, or the addition or removal of a file.
 */
export function expiryOf({ state, updated_at }: Changed): string | null {
  if (state !== "PENDING") return null;
  return new Date(Date.parse(updated_at) + PENDING_DAYS * DAY_MS).toISOString();
}

/** Returns whether a load has expired by a given time. */
export function isExpired(load: Changed, at: string): boolean {
  const expiry = expiryOf(load);
  return expiry !== null && Date.parse(expiry) <= Date.parse(at);
}

/** Returns the latest creation time of loads that may have expired by a given time, in milliseconds since 1970. */
export function lastExpiredCreation(at: string): number {
  return Date.parse(at) - PENDING_DAYS * DAY_MS;
}
