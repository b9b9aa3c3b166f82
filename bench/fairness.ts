import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../examples/apiClient.ts";
import { type BenchLab, loadCsv, newBenchLab, settle, stageLoad } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { type PlatformProcess, withPlatformProcess } from "./support/platformProcess.ts";
import { processMemory } from "./support/processMemory.ts";
import { median, quantile } from "./support/quantile.ts";
import { withFolder } from "./support/withCleanup.ts";

const QUIET_RUNS = 200;
const ATTACK_MS = 90_000;
const MEMORY_SAMPLE_MS = 100;
const PAUSE_MS = 50;
/** Number of concurrent requests of the attacking tenant, of each kind in turns. */
const ATTACKS = 20;
const COLUMNS = [
  { name: "id", type: "INT64" },
  { name: "sequence", type: "STRING" },
  { name: "activity", type: "FLOAT64" },
];
const SMALL_QUERY = "SELECT count(*) AS n, avg(activity) AS mean FROM variants WHERE id % 7 = 3";

const ROWS = "UNNEST(sequence(1, 10000)) AS t(i), UNNEST(sequence(1, 10000)) AS u(j)";
const HEAVY_QUERIES = [
  "SELECT count(*) FROM variants a, variants b, variants c",
  `SELECT rpad('', 3000, 'a') LIKE '${"%a_".repeat(60)}b'`,
  `SELECT max(r) FROM (SELECT row_number() OVER (ORDER BY random(), i, j) AS r FROM ${ROWS})`,
  `SELECT max(c) FROM (SELECT i * 10000 + j AS k, count(*) AS c FROM ${ROWS} GROUP BY 1)`,
  `SELECT max(length(s || CAST(x AS VARCHAR))) FROM (SELECT array_join(repeat('${"a".repeat(1000)}', 2000), '') AS s), UNNEST(sequence(1, 10000)) AS t(x)`,
  "SELECT sum(levenshtein_distance(a.sequence, b.sequence || CAST(a.id AS VARCHAR))) FROM variants a, variants b",
];

export const fairness: Benchmark = {
  summary:
    "small queries of one tenant while another has 20 of the heaviest queries, uploads and tasks under way",
  run: (say) => withFolder((folder) => withPlatformProcess((platform) => measure(platform, folder, say))),
};

async function measure(platform: PlatformProcess, folder: string, say: Say): Promise<Figure[]> {
  const tenant = await newBenchLab(platform, "tenant");
  const attacker = await newBenchLab(platform, "attacker");
  for (const lab of [tenant, attacker]) await loadCsv(lab, "variants", COLUMNS, csvOf(2_000));
  const upload = join(folder, "upload.csv");
  await writeFile(upload, csvOf(700_000));

  const quiet: number[] = [];
  for (let run = 0; run < QUIET_RUNS; run += 1) quiet.push(await timeOf(tenant));
  const over = new AbortController();
  const counts = { done: 0, refused: 0, ended: 0 };
  const attacks = Array.from({ length: ATTACKS }, (_, index) =>
    attack(attacker, index, upload, over.signal, counts),
  );
  const memory = watchMemory(platform.pid, over.signal);
  await sleep(2_000);
  const busy: number[] = [];
  for (const end = performance.now() + ATTACK_MS; performance.now() < end; ) {
    busy.push(await timeOf(tenant));
    await sleep(PAUSE_MS);
  }
  over.abort();
  const peak = await memory;
  await platform.end();
  await Promise.allSettled(attacks);
  say(
    `${busy.length} queries in ${ATTACK_MS / 1000} s beside ${counts.done} answers to the other tenant, ${counts.ended} errors and ${counts.refused} refusals (429)`,
  );
  return [
    {
      what: "a small query, median",
      value: median(busy),
      unit: "ms",
      reference: median(quiet),
      target: { of: "ratio", bound: "at most", limit: 3 },
    },
    {
      what: "its 99th percentile",
      value: quantile(busy, 0.99),
      unit: "ms",
      reference: quantile(quiet, 0.99),
      target: { of: "value", bound: "at most", limit: 1_000 },
    },
    { what: "the slowest", value: Math.max(...busy), unit: "ms", reference: Math.max(...quiet) },
    {
      what: "memory at most",
      value: peak,
      unit: "MB",
      target: { of: "value", bound: "at most", limit: 2_000 },
    },
  ];
}

function csvOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, id) => `${id},${"ACDEFGHIKLMNPQRSTVWY".repeat(3)},${((id * 7919) % 1000) / 1000}`,
  );
  return `id,sequence,activity\n${lines.join("\n")}\n`;
}

async function timeOf({ api }: BenchLab): Promise<number> {
  const start = performance.now();
  await api.query(SMALL_QUERY);
  return performance.now() - start;
}

/**
 * Runs one client of the attacker: it sends the next attack as soon as the last one is answered, whatever the answer.
 */
async function attack(
  lab: BenchLab,
  index: number,
  upload: string,
  signal: AbortSignal,
  counts: Record<"done" | "refused" | "ended", number>,
): Promise<void> {
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      await attackOnce(lab, index + round, upload);
      counts.done += 1;
    } catch (error) {
      const isRefusal = error instanceof ApiError && error.status === 429;
      counts[isRefusal ? "refused" : "ended"] += 1;
      if (isRefusal) await sleep(1_000);
    }
  }
}

async function attackOnce(lab: BenchLab, index: number, upload: string): Promise<void> {
  const { api, projectId } = lab;
  if (index % 5 === 3) {
    await settle(lab, "finalize", await stageLoad(lab, `uploads_${index % 10}`, COLUMNS, "CSV", [upload]));
  } else if (index % 5 === 4) {
    const parameters = {
      dataset: { kind: "TABLE", table: "variants" },
      reference: { monomer: "ACDEFGHIKLMNPQRSTVWY".repeat(3) },
      assays: [{ assay_id: "activity", name: "activity", unit: "", scale_type: "ADDITIVE" }],
    };
    const context = { kind: "PROJECT", project_id: projectId };
    const task = await api.post<{ id: string }>("/task/analyze.data/v2:create", { context, parameters });
    await api.finished(task.id);
  } else {
    await api.query(HEAVY_QUERIES[index % HEAVY_QUERIES.length] ?? "");
  }
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
