import { setTimeout as sleep } from "node:timers/promises";
import type { WorkspaceScope } from "./scope.ts";

/** Maximum time for which a request waits, in seconds: a gateway ends it after 29. */
export const MAX_WAIT_SECONDS = 20;
/** Maximum number of requests of one workspace that wait in this process. Others are answered at once. */
const MAX_WAITING = 50;
const FIRST_PAUSE_MS = 10;
const PAUSE_FACTOR = 1.3;
const MAX_PAUSE_MS = 500;

const waitingOf = new Map<string, number>();

/**
 * Looks at a state again, at growing intervals, until it is settled or the time is over, and returns the last one seen.
 * Rejects with the signal's reason when the caller has left.
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
  if (seconds === 0 || isSettled(state) || waiting >= MAX_WAITING) return state;
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
