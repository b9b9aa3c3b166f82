import type { Readable } from "node:stream";

export interface RateLimits {
  /** Length of a window, in milliseconds. */
  windowMs: number;
  /** Minimum number of bytes per window. */
  minBytesPerWindow: number;
}

export interface RateWatch {
  count: (bytes: number) => void;
  stop: () => void;
}

/**
 * Calls `fail` if too little of a body arrives within a window. A window in which this process paused the body does not count.
 */
export function watchRate(
  body: Readable,
  { windowMs, minBytesPerWindow }: RateLimits,
  fail: () => void,
): RateWatch {
  let bytes = 0;
  let wasPaused = false;
  let judging: NodeJS.Immediate | undefined;
  const pause = (): void => {
    wasPaused = true;
  };
  const judge = (): void => {
    if (!wasPaused && bytes < minBytesPerWindow) {
      fail();
      return;
    }
    bytes = 0;
    wasPaused = body.isPaused();
    timer.refresh();
  };
  const timer = setTimeout(() => {
    // Data that arrived while this process was busy is read first.
    judging = setImmediate(judge);
  }, windowMs);
  timer.unref();
  body.on("pause", pause);
  return {
    count: (more) => {
      bytes += more;
    },
    stop: () => {
      clearTimeout(timer);
      clearImmediate(judging);
      body.off("pause", pause);
    },
  };
}
