import { setTimeout as sleep } from "node:timers/promises";
import { announceChange, ChangeWatch } from "./changeWatch.ts";
import type { WorkspaceScope } from "./scope.ts";
import { servesWholePlatform } from "./servesWholePlatform.ts";

/** Maximum time that a request waits, in seconds; a gateway would end it after 29. */
export const MAX_WAIT_SECONDS = 20;
/** Maximum number of long waits per workspace in this process. */
const MAX_WAITING = 50;
/** Delay before the last check of requests beyond that number, in milliseconds, so that clients do not poll without a pause. */
const SHORT_WAIT_MS = 1_000;
const FIRST_PAUSE_MS = 10;
const PAUSE_FACTOR = 1.3;
const MAX_PAUSE_MS = 500;

/** First pause for an item if this process announces its changes, in milliseconds: most checks then find a change. */
const FIRST_ANNOUNCED_PAUSE_MS = 200;

const waitingOf = new Map<string, number>();

/** Makes requests in this process that are waiting for an item check it now. */
export function lookNow({ id }: WorkspaceScope, itemId: string): void {
  announceChange(`${id}/${itemId}`);
}

/**
 * Polls a state at growing intervals until it is settled or time is up, and returns the last state. If many requests of the
 * workspace are already waiting, it only checks once more, after a second. Rejects with an AbortError when the client
 * disconnects. `itemId` identifies an item; the process that changes it announces the changes with `lookNow`.
 */
export async function lookUntil<State>(
  { id, settings }: WorkspaceScope,
  look: () => Promise<State>,
  isSettled: (state: State) => boolean,
  seconds: number,
  signal: AbortSignal,
  itemId = "",
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
  const watch = new ChangeWatch(`${id}/${itemId}`);
  // Only the process that serves all requests of a local platform hears of every change.
  const isAnnounced = itemId !== "" && servesWholePlatform(settings);
  const firstPauseMs = isAnnounced ? FIRST_ANNOUNCED_PAUSE_MS : FIRST_PAUSE_MS;
  try {
    return await lookAgain(look, isSettled, end, firstPauseMs, (ms) => watch.pause(ms, signal));
  } finally {
    watch.close();
    const others = (waitingOf.get(id) ?? 1) - 1;
    if (others > 0) waitingOf.set(id, others);
    else waitingOf.delete(id);
  }
}

async function lookAgain<State>(
  look: () => Promise<State>,
  isSettled: (state: State) => boolean,
  end: number,
  firstPauseMs: number,
  pauseFor: (ms: number) => Promise<void>,
): Promise<State> {
  for (let pause = firstPauseMs; ; pause = Math.min(MAX_PAUSE_MS, pause * PAUSE_FACTOR)) {
    const left = Math.max(0, end - performance.now());
    await pauseFor(Math.min(pause, left));
    const state = await look();
    if (isSettled(state) || pause >= left) return state;
  }
}
