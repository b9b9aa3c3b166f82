import { setTimeout as sleep } from "node:timers/promises";

/** Waits before a retry: full jitter between 0 and `base`·2^`attempt` milliseconds, at most `maxMs`. */
export async function backoff(attempt: number, base = 10, maxMs = 1_000): Promise<void> {
  await sleep(Math.random() * Math.min(maxMs, base * 2 ** attempt));
}
