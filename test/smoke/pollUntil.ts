import { setTimeout as sleep } from "node:timers/promises";
import { formatValue } from "./expect.ts";

const MIN_PAUSE_MS = 20;
const MAX_PAUSE_MS = 1_000;

export interface Patience {
  seconds: number;
  signal: AbortSignal;
}

/** Polls until the observation is as expected. Throws the last observation on timeout. */
export async function pollUntil<Seen>(
  what: string,
  { seconds, signal }: Patience,
  ask: () => Promise<Seen>,
  isDone: (seen: Seen) => boolean,
): Promise<Seen> {
  const deadline = performance.now() + seconds * 1000;
  for (let pause = MIN_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * 1.3)) {
    const seen = await ask();
    if (isDone(seen)) return seen;
    if (performance.now() > deadline)
      throw new Error(`${what}: not within ${seconds} s, but ${formatValue(seen)}`);
    await sleep(pause, undefined, { signal });
  }
}
