/** Share of the time so far for which a progress may be outdated. */
const SHARE = 0.2;
/** Default maximum, in seconds: people watch the progress. */
const MAX_WAIT_SECONDS = 10;

/**
 * Returns a function that returns the time for which the next read may wait, in whole seconds: a fifth of the time since the
 * work started, from 1 s to a maximum. Short work is read often, and long work needs few requests. A read that waits still ends
 * when the work does.
 */
export function growingWait(maxSeconds: number = MAX_WAIT_SECONDS): () => number {
  const start = performance.now();
  return () => {
    const seconds = ((performance.now() - start) / 1000) * SHARE;
    return Math.round(Math.min(maxSeconds, Math.max(1, seconds)));
  };
}
