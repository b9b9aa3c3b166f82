import { setTimeout as delay } from "node:timers/promises";

/**
 * Maximum duration of a single timer, in ms. Timers stop while a laptop sleeps and overflow after 24.8 days, so the clock is
 * checked repeatedly.
 */
const MAX_TIMER_MS = 60_000;

/** Resolves when the clock reaches `time` (ms since 1970); rejects immediately with the signal's reason if the signal aborts. */
export async function sleepUntil(time: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  for (let left = time - Date.now(); left > 0; left = time - Date.now()) {
    try {
      await delay(Math.min(left, MAX_TIMER_MS), undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  }
}
