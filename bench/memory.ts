import { setTimeout as sleep } from "node:timers/promises";
import { median } from "@pdp/basics/statistics";
import { newBenchLab, settle, stageLoad } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { GB1_COLUMNS, withGb1 } from "./support/gb1.ts";
import { peakMemory } from "./support/peakMemory.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { type Memory, processMemory } from "./support/processMemory.ts";

const STARTS = 5;
/** Time after startup when the platform counts as idle. */
const IDLE_AFTER_MS = 8_000;
const SAMPLE_INTERVAL_MS = 25;

export const memory: Benchmark = {
  summary: "startup time, idle memory, and peak memory while loading a 46 MB CSV file",
  run: async (say) => {
    if (process.platform !== "linux") {
      say("skipped: requires Linux, because it reads /proc");
      return [];
    }
    return withGb1(say, (path) => measure(path, say));
  },
};

async function measure(path: string, say: Say): Promise<Figure[]> {
  const starts: number[] = [];
  for (let count = 1; count < STARTS; count += 1) {
    await withPlatformProcess(async ({ startTime }) => starts.push(startTime));
  }
  const { idle, peak } = await withPlatformProcess(async (platform) => {
    starts.push(platform.startTime);
    await sleep(IDLE_AFTER_MS);
    const atRest = processMemory(platform.pid);
    const lab = await newBenchLab(platform);
    const peak = await peakMemory(platform.pid, SAMPLE_INTERVAL_MS, async () => {
      await settle(lab, "finalize", await stageLoad(lab, "landscape", GB1_COLUMNS, "CSV", [path]));
    });
    return { idle: atRest, peak };
  });
  say(
    `${idle.pss === null ? "RSS" : "PSS"} of all processes of the platform, sampled every ${SAMPLE_INTERVAL_MS} ms; ${rssText(idle, peak)}`,
  );
  const of = "value";
  const bound = "at most";
  return [
    { what: "start → ready", value: median(starts), unit: "ms", target: { of, bound, limit: 5_000 } },
    { what: "idle", value: idle.pss ?? idle.rss, unit: "MB", target: { of, bound, limit: 350 } },
    {
      what: "peak while loading",
      value: peak.pss ?? peak.rss,
      unit: "MB",
      target: { of, bound, limit: 800 },
    },
  ];
}

function rssText(idle: Memory, peak: Memory): string {
  return `RSS ${Math.round(idle.rss)} MB at rest, ${Math.round(peak.rss)} MB at most`;
}
