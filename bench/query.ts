import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { newBenchLab, settle, stageLoad } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import { dataFiles } from "./support/dataFiles.ts";
import type { Figure } from "./support/figure.ts";
import { GB1_COLUMNS, withGb1 } from "./support/gb1.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { parquet, withRawDuckDb } from "./support/rawDuckDb.ts";

const RUNS = 100;
const WARM_UPS = 10;
/** Number of threads that the service assigns to one query. */
const THREADS = Math.min(4, availableParallelism());

const QUERIES = {
  "an aggregate of 149,361 rows": "SELECT count(*) AS n, avg(Fitness) AS mean FROM landscape WHERE HD = 2",
  "a point query": "SELECT HD, Fitness, sequence FROM landscape WHERE Variants = 'AHCA'",
};

/** Tables that queries use in rotation; all but the first have few rows. */
const TABLES = Array.from({ length: 9 }, (_, index) => (index === 0 ? "landscape" : `landscape_${index}`));
const SMALL_ROWS = 2_000;
const IDLE_MS = 15_000;
const IDLE_RUNS = 3;

/** Kind of query, with its text for each run. */
interface Case {
  what: string;
  text: (run: number) => string;
  runs: number;
  warmUps: number;
  /** Pause before each query on the platform, in milliseconds. */
  idleMs: number;
  /** Maximum difference from DuckDB, in milliseconds. */
  limit: number;
}

const CASES: Case[] = [
  ...Object.entries(QUERIES).map(([what, text]) => usual(what, () => text, 8)),
  usual(
    "a point query over nine tables in turns",
    (run) => pointQuery(TABLES[run % TABLES.length] ?? ""),
    16,
  ),
  usual(
    "a query over eight tables",
    () =>
      TABLES.slice(1)
        .map((table) => `SELECT count(*) AS n FROM ${table}`)
        .join(" UNION ALL "),
    16,
  ),
  {
    ...usual("a point query after 15 s without queries", () => QUERIES["a point query"], 16),
    runs: IDLE_RUNS,
    warmUps: 1,
    idleMs: IDLE_MS,
  },
];

function usual(what: string, text: Case["text"], limit: number): Case {
  return { what, text, runs: RUNS, warmUps: WARM_UPS, idleMs: 0, limit };
}

function pointQuery(table: string): string {
  return QUERIES["a point query"].replace("landscape", table);
}

export const query: Benchmark = {
  summary: "small SQL queries over HTTP with a token, compared with DuckDB on the same Parquet file",
  run: (say) => withGb1(say, (path) => compare(path, say)),
};

async function compare(path: string, say: Say): Promise<Figure[]> {
  return withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    await settle(lab, "finalize", await stageLoad(lab, "landscape", GB1_COLUMNS, "CSV", [path]));
    const first = await dataFiles(platform);
    const source = parquet(first);
    const part = join(await mkdtemp(join(tmpdir(), "bench-query-")), "part.csv");
    const lines = (await readFile(path, "utf8")).split("\n", SMALL_ROWS + 1);
    await writeFile(part, `${lines.join("\n")}\n`);
    for (const table of TABLES.slice(1))
      await settle(lab, "finalize", await stageLoad(lab, table, GB1_COLUMNS, "CSV", [part]));
    const small = parquet((await dataFiles(platform)).filter((file) => !first.includes(file)).slice(0, 1));
    const sourceOf = (table: string): string => (table === "landscape" ? source : small);
    const figures: Figure[] = [];
    for (const { what, text, runs, warmUps, idleMs, limit } of CASES) {
      const times = await withRawDuckDb(THREADS, async (connection) => {
        let run = 0;
        const next = async (ask: (text: string) => Promise<unknown>): Promise<number> => {
          run += 1;
          return measureTime(() => ask(text(run)));
        };
        const pieces = {
          http: async () => {
            await setTimeout(idleMs);
            return next((sql) => lab.api.query(sql));
          },
          raw: () =>
            next(async (sql) =>
              (await connection.runAndReadAll(sql.replaceAll(/landscape\w*/g, sourceOf))).getRows(),
            ),
        };
        await inTurns(warmUps, pieces);
        return inTurns(runs, pieces);
      });
      figures.push({
        what,
        value: times.http,
        unit: "ms",
        reference: times.raw,
        target: { of: "difference", bound: "at most", limit },
      });
    }
    say(`medians of ${RUNS} pairs each, ${IDLE_RUNS} after a pause; every response is read and decoded`);
    return figures;
  });
}
