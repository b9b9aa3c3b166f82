import { conflict } from "#shared/domain/errors.ts";
import { backoff } from "#shared/runtime/backoff.ts";
import { ConditionFailed } from "./items.ts";

const TRIES = 10;

/**
 * Reads, decides, writes; when another change came in between, all of it again. `change` throws `ConditionFailed` where a
 * condition did not hold that a fresh read can mend, and a `DomainError` where a rule is broken.
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
