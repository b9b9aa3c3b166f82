import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { median, quantile } from "@pdp/basics/statistics";
import { ATTACK_COLUMNS, attack, type Counts, MONOMER } from "./support/attacks.ts";
import { type BenchLab, loadCsv, newBenchLab } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { type PlatformProcess, withPlatformProcess } from "./support/platformProcess.ts";
import { processMemory } from "./support/processMemory.ts";
import { withFolder } from "./support/withCleanup.ts";

const QUIET_RUNS = 200;
/** Duration of each level, in milliseconds. */
const ATTACK_MS = 60_000;
/** Time for which attacks run before the first measurement, in milliseconds. */
const BUILD_UP_MS = 5_000;
const MEMORY_SAMPLE_MS = 100;
const PAUSE_MS = 50;
/** Number of attacking workspaces at each level. */
const LEVELS = [1, 2, 3];
/** Number of concurrent clients per attacker; each cycles through all kinds of attacks. */
const CLIENTS = 20;
const SMALL_QUERY = "SELECT count(*) AS n, avg(activity) AS mean FROM variants WHERE id % 7 = 3";

export const fairness: Benchmark = {
  summary:
    "small requests of one tenant while one to three others send the heaviest queries, uploads and tasks, and stall or do not read results",
  run: (say) =>
    withFolder(async (folder) => {
      const upload = join(folder, "upload.csv");
      await writeFile(upload, csvOf(400_000));
      const figures: Figure[] = [];
      for (const attackers of LEVELS) {
        figures.push(...(await withPlatformProcess((platform) => measure(platform, attackers, upload, say))));
      }
      return figures;
    }),
};

async function measure(
  platform: PlatformProcess,
  attackers: number,
  upload: string,
  say: Say,
): Promise<Figure[]> {
  const tenant = await newBenchLab(platform, "tenant");
  const others: BenchLab[] = [];
  for (let index = 0; index < attackers; index += 1) {
    others.push(await newBenchLab(platform, `attacker-${index}`));
  }
  for (const lab of [tenant, ...others]) await loadCsv(lab, "variants", ATTACK_COLUMNS, csvOf(2_000));

  const quiet: Times = { query: [], get: [] };
  for (let run = 0; run < QUIET_RUNS; run += 1) await addTimes(tenant, quiet);
  const over = new AbortController();
  const counts: Counts = { done: 0, refused: 0, ended: 0 };
  const attacks = others.flatMap((lab) =>
    Array.from({ length: CLIENTS }, (_, index) => attack(lab, index, upload, over.signal, counts)),
  );
  const memory = watchMemory(platform.pid, over.signal);
  await sleep(BUILD_UP_MS);
  const busy: Times = { query: [], get: [] };
  for (const end = performance.now() + ATTACK_MS; performance.now() < end; ) {
    await addTimes(tenant, busy);
    await sleep(PAUSE_MS);
  }
  over.abort();
  const peak = await memory;
  await platform.end();
  await Promise.allSettled(attacks);
  const name = `${attackers} attacker${attackers === 1 ? "" : "s"}`;
  say(
    `${name}: ${busy.query.length} queries in ${ATTACK_MS / 1000} s; the others received ${counts.done} responses, ${counts.ended} errors and ${counts.refused} refusals (429)`,
  );
  return [
    ...timeFigures(`${name}: a small query`, busy.query, quiet.query),
    ...timeFigures(`${name}: project:get`, busy.get, quiet.get),
    {
      what: `${name}: peak memory`,
      value: peak,
      unit: "MB",
      // General memory budget plus the memory budget for tasks.
      target: { of: "value", bound: "at most", limit: 2_048 + 1_536 },
    },
  ];
}

/** Durations in milliseconds. */
type Times = Record<"query" | "get", number[]>;

function timeFigures(what: string, busy: readonly number[], quiet: readonly number[]): Figure[] {
  return [
    {
      what: `${what}, median`,
      value: median(busy),
      unit: "ms",
      reference: median(quiet),
      target: { of: "ratio", bound: "at most", limit: 3 },
    },
    {
      what: `${what}, 99th percentile`,
      value: quantile(busy, 0.99),
      unit: "ms",
      reference: quantile(quiet, 0.99),
    },
    {
      what: `${what}, slowest`,
      value: Math.max(...busy),
      unit: "ms",
      reference: Math.max(...quiet),
      target: { of: "value", bound: "at most", limit: 2_000 },
    },
  ];
}

function csvOf(rows: number): string {
  const lines = Array.from({ length: rows }, (_, id) => `${id},${MONOMER},${((id * 7919) % 1000) / 1000}`);
  return `id,sequence,activity\n${lines.join("\n")}\n`;
}

async function addTimes({ api, projectId }: BenchLab, times: Times): Promise<void> {
  const start = performance.now();
  await api.query(SMALL_QUERY);
  const between = performance.now();
  times.query.push(between - start);
  await api.get(`/project:get?id=${projectId}`);
  times.get.push(performance.now() - between);
}

async function watchMemory(pid: number, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    const { pss, rss } = processMemory(pid);
    peak = Math.max(peak, pss ?? rss);
    await sleep(MEMORY_SAMPLE_MS);
  }
  return peak;
}
