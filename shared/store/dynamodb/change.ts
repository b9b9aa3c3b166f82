import { conflict } from "@pdp/basics/errors";
import { backoff } from "#shared/runtime/backoff.ts";
import type { Database } from "./database.ts";
import { ConditionFailed, type Stored, transact, type Write } from "./items.ts";

const MAX_ATTEMPTS = 10;

/**
 * Runs a read-decide-write cycle, and repeats it if a concurrent change made it fail. `change` throws `ConditionFailed` if
 * reading again may help, and a `DomainError` if a rule is violated.
 */
export async function retryConditionFailed<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (attempt > 0) await backoff(attempt);
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw conflict("busy", "Too many concurrent changes were made to this resource. Please try again.");
}

/**
 * Applies a rule to a stored item and writes the result; repeats this after a concurrent change. `writes` returns the writes
 * of the transaction. If the rule returns the item unchanged, nothing is written.
 */
export function changeItem<T>(
  database: Database,
  read: () => Promise<Stored<T>>,
  rule: (item: T) => T | Promise<T>,
  writes: (before: Stored<T>, after: T) => Write[],
): Promise<T> {
  return retryConditionFailed(async () => {
    const before = await read();
    const after = await rule(before.item);
    if (after !== before.item) await transact(database, writes(before, after));
    return after;
  });
}
