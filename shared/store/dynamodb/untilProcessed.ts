import { DomainError } from "@pdp/basics/errors";
import { backoff } from "#shared/runtime/backoff.ts";

/** Maximum number of consecutive requests without any processed item; the pauses between them take seconds. */
const MAX_IDLE_REQUESTS = 9;

/**
 * Requests items in batches until all are processed. `request` returns the items that the database did not process, because
 * the response would be too large or because it is busy. Throws `throttled` if it repeatedly processes nothing.
 */
export async function untilProcessed<Item>(
  items: readonly Item[],
  request: (items: readonly Item[]) => Promise<readonly Item[]>,
): Promise<void> {
  let idle = 0;
  for (let left = items; left.length > 0; ) {
    const unprocessed = await request(left);
    if (unprocessed.length === 0) return;
    idle = unprocessed.length < left.length ? 0 : idle + 1;
    if (idle >= MAX_IDLE_REQUESTS) {
      const message = "The database is processing too many requests. Try again in a moment.";
      throw new DomainError("throttled", "throttled", message);
    }
    await backoff(idle);
    left = unprocessed;
  }
}
