import { conflict } from "#shared/domain/errors.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import { ConditionFailed } from "./items.ts";

const TRIES = 10;

/**
 * Runs a read-decide-write cycle, and again if a concurrent change made it fail. `change` throws `ConditionFailed` if a
 * new read may help, and a `DomainError` if a rule is violated.
 */
export async function retryConditionFailed<T>(change: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    if (attempt > 0) await backoff(attempt);
    try {
      return await change();
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
  throw conflict("busy", "Too many changes were made to this at the same time. Please try again.");
}
