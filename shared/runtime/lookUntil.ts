import { setTimeout as sleep } from "node:timers/promises";
import type { WorkspaceScope } from "./scope.ts";

/** Maximum time for which a request waits, in seconds: a gateway ends it after 29. */
export const MAX_WAIT_SECONDS = 20;
/** Maximum number of long waits of one workspace in this process. */
const MAX_WAITING = 50;
/** Delay before the last look of other requests, in milliseconds, so that clients do not poll at once. */
const SHORT_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 10;
const PAUSE_FACTOR = 1.3;
const MAX_PAUSE_MS = 500;

const waitingOf = new Map<string, number>();

/**
 * Polls a state at growing intervals until it is settled or the time is over, and returns the last one. If many
 * requests of the workspace already wait, it looks once more after a second. Rejects with an AbortError when the client
 * disconnects.
 */
export async function lookUntil<State>(
  { id }: WorkspaceScope,
  look: () => Promise<State>,
  isSettled: (state: State) => boolean,
  seconds: number,
  signal: AbortSignal,
): Promise<State> {
  const end = performance.now() + seconds * 1000;
  const state = await look();
  const waiting = waitingOf.get(id) ?? 0;
  if (seconds === 0 || isSettled(state)) return state;
  if (waiting >= MAX_WAITING) {
    await sleep(Math.min(SHORT_WAIT_MS, seconds * 1000), undefined, { signal });
    return await look();
  }
  waitingOf.set(id, waiting + 1);
  try {
    return await lookAgain(look, isSettled, end, signal);
  } finally {
    const others = (waitingOf.get(id) ?? 1) - 1;
    if (others > 0) waitingOf.set(id, others);
    else waitingOf.delete(id);
  }
}

async function lookAgain<State>(
  look: () => Promise<State>,
  isSettled: (state: State) => boolean,
  end: number,
  signal: AbortSignal,
): Promise<State> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MAX_PAUSE_MS, pause * PAUSE_FACTOR)) {
    const left = Math.max(0, end - performance.now());
    await sleep(Math.min(pause, left), undefined, { signal });
    const state = await look();
    if (isSettled(state) || pause >= left) return state;
  }
}
