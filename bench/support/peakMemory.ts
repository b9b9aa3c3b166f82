import { setTimeout as sleep } from "node:timers/promises";
import { type Memory, processMemory } from "./processMemory.ts";

/** Measures the peak memory of a process and its descendants while `work` runs, sampled at an interval. */
export async function peakMemory(
  pid: number,
  intervalMs: number,
  work: () => Promise<unknown>,
): Promise<Memory> {
  const peak: Memory = { rss: 0, pss: 0 };
  const done = new AbortController();
  const watching = (async () => {
    while (!done.signal.aborted) {
      const now = processMemory(pid);
      peak.rss = Math.max(peak.rss, now.rss);
      peak.pss = now.pss === null || peak.pss === null ? null : Math.max(peak.pss, now.pss);
      await sleep(intervalMs);
    }
  })();
  try {
    await work();
  } finally {
    done.abort();
    await watching;
  }
  return peak;
}
