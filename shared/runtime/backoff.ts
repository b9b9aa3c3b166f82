import { setTimeout as sleep } from "node:timers/promises";

/** Waits before a retry: full jitter between 0 and `base`·2^`attempt` milliseconds, at most `most`. */
export async function backoff(attempt: number, base = 10, most = 1_000): Promise<void> {
  await sleep(Math.random() * Math.min(most, base * 2 ** attempt));
}
