import { sleep } from "./sleep.ts";

export interface Waiting<T> {
  /** Called with each state that is read while the work is running. */
  onProgress?: (state: T) => void;
  signal?: AbortSignal;
}

const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 3_000;

/** Reads a state repeatedly until the work is done: frequently at first, then every 3 s or every `maxPauseMs`. */
export async function waitFor<T>(
  read: () => Promise<T>,
  isDone: (state: T) => boolean,
  { onProgress, signal }: Waiting<T> = {},
  maxPauseMs = MAX_PAUSE_MS,
): Promise<T> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 1.5, maxPauseMs)) {
    const state = await read();
    if (isDone(state)) return state;
    onProgress?.(state);
    await sleep(pause, signal);
  }
}
