import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type BenchLab,
  loadCsv,
  MEASUREMENTS,
  measurementsCsv,
  newBenchLab,
  settle,
  stageLoad,
  type TableColumn,
} from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { withRawDuckDb } from "./support/rawDuckDb.ts";
import { withFolder } from "./support/withCleanup.ts";

/** `BENCH_GROWTH` multiplies the largest numbers of loads and rows: 3 means 1,500 loads and 30 million rows. */
const FACTOR = Number(process.env.BENCH_GROWTH ?? 1);
const SIZES = {
  tables: [10, 100, 1_000],
  loads: [10, 100, 500 * FACTOR],
  rows: [100_000, 1_000_000, 10_000_000 * FACTOR],
  columns: [10, 100, 1_000],
};
type Dimension = keyof typeof SIZES;

const RUNS = 15;
/** Number of concurrent loads or table creations while the benchmark prepares its data. */
const AT_ONCE = 8;
const FILE_ROWS = 10;
/** Number of rows in an uploaded file; an upload has at most 100 MB. */
const PART_ROWS = 2_000_000;
/** Time in which the platform merges the files of the last loads: one sweep interval plus ten seconds. */
const MERGE_MS = 40_000;
/** Operation that is repeated, by the size of its data. */
type Operation = (size: number) => Promise<unknown>;

/** Prepared data of one dimension, with the measured operations and the maximum exponent of each. */
type Prepared = Record<string, { run: Operation; limit: number }>;

export const growth: Benchmark = {
  summary: "growth of operation times with tables, loads, rows and columns: 0 is constant, 1 is proportional",
  run: (say) =>
    withPlatformProcess(
      (platform) =>
        withFolder(async (folder) => {
          const lab = await newBenchLab(platform);
          const figures: Figure[] = [];
          const prepare: Record<Dimension, () => Promise<Prepared>> = {
            tables: () => tables((name) => newBenchLab(platform, name)),
            loads: () => loads(lab),
            rows: () => rows(lab, folder),
            columns: () => columns(lab),
          };
          for (const dimension of Object.keys(SIZES) as Dimension[]) {
            say(`${dimension}: ${SIZES[dimension].map((size) => size.toLocaleString("en")).join(", ")}`);
            figures.push(...(await exponents(dimension, await prepare[dimension](), say)));
          }
          return figures;
        }),
      // Files are merged at the next sweep rather than when their loads are five minutes old.
      { COMPACTION_MIN_AGE_SECONDS: "0" },
    ),
};

/** Measures each operation at all sizes in turn, and returns the exponents between the smallest and the largest size. */
async function exponents(dimension: Dimension, prepared: Prepared, say: Say): Promise<Figure[]> {
  const sizes = SIZES[dimension];
  const figures: Figure[] = [];
  for (const [what, { run, limit }] of Object.entries(prepared)) {
    const pieces = Object.fromEntries(
      sizes.map((size) => [String(size), () => measureTime(() => run(size))] as const),
    );
    await inTurns(2, pieces);
    const times = await inTurns(RUNS, pieces);
    const [first = 1, last = 1] = [sizes[0], sizes.at(-1)];
    const value =
      Math.log((times[last] ?? Number.NaN) / (times[first] ?? Number.NaN)) / Math.log(last / first);
    say(`${what}: ${sizes.map((size) => `${(times[size] ?? Number.NaN).toFixed(1)} ms`).join(", ")}`);
    figures.push({
      what: `${what}, by ${dimension}`,
      value,
      unit: "",
      target: { of: "value", bound: "at most", limit },
    });
  }
  return figures;
}

async function tables(open: (name: string) => Promise<BenchLab>): Promise<Prepared> {
  const labs = new Map<number, BenchLab>();
  for (const size of SIZES.tables) {
    const lab = await open(`tables${size}`);
    labs.set(size, lab);
    await atOnce(size, (index) =>
      lab.api.post("/data/table:create", { reference: `table_${index}`, columns: MEASUREMENTS.map(stored) }),
    );
  }
  const of = (size: number): BenchLab => labs.get(size) as BenchLab;
  const query =
    (sql: string): Operation =>
    (size) =>
      of(size).api.query(sql);
  let names = 0;
  return {
    "SHOW TABLES": { run: query("SHOW TABLES"), limit: 0.6 },
    "columns of one table": {
      run: query("SELECT column_name FROM information_schema.columns WHERE table_name = 'table_3'"),
      limit: 0.3,
    },
    "a query": { run: query("SELECT count(*) FROM table_3"), limit: 0.1 },
    "a list of tables for Iceberg": {
      run: (size) => getJson(of(size), `${icebergBase(of(size))}/tables`),
      limit: 0.6,
    },
    "a new table": {
      run: (size) => {
        names += 1;
        return of(size).api.post("/data/table:create", {
          reference: `new_${names}`,
          columns: MEASUREMENTS.map(stored),
        });
      },
      limit: 0.1,
    },
  };
}

async function loads(lab: BenchLab): Promise<Prepared> {
  const table = (size: number): string => `loads_${size}`;
  const early = new Map<number, string>();
  const last = new Map<number, string>();
  for (const size of SIZES.loads) {
    await loadPart(lab, table(size), 0);
    await atOnce(5, (index) => loadPart(lab, table(size), index + 1));
    early.set(size, await headOf(lab));
    await atOnce(size - 6, (index) => loadPart(lab, table(size), index + 6));
    last.set(size, await loadPart(lab, table(size), size));
  }
  await sleep(MERGE_MS);
  const ofLast =
    (verb: "undo" | "redo"): Operation =>
    (size) =>
      settle(lab, verb, last.get(size) ?? "");
  return {
    "count(*)": { run: (size) => lab.api.query(`SELECT count(*) FROM ${table(size)}`), limit: 0.15 },
    "count(*) at an early version": {
      run: (size) =>
        lab.api.query(`SELECT count(*) FROM ${table(size)}`, { version_id: early.get(size) ?? "" }),
      limit: 0.15,
    },
    "undo and redo of a load": {
      run: async (size) => {
        await ofLast("undo")(size);
        await ofLast("redo")(size);
      },
      limit: 0.1,
    },
    "a small load": { run: (size) => loadPart(lab, table(size), 0), limit: 0.1 },
    "a table for Iceberg": {
      run: (size) => getJson(lab, `${icebergBase(lab)}/tables/${table(size)}`),
      limit: 0.5,
    },
  };
}

async function rows(lab: BenchLab, folder: string): Promise<Prepared> {
  const table = (size: number): string => `rows_${size}`;
  const last = new Map<number, string>();
  for (const size of SIZES.rows) {
    const paths: string[] = [];
    for (let start = 0; start < size; start += PART_ROWS) {
      const path = join(folder, `${table(size)}-${start}.parquet`);
      const range = `range(${start}, ${Math.min(size, start + PART_ROWS)})`;
      const select = `SELECT range AS id, random() AS fitness, 'V' || range % 55 || 'A' AS variant FROM ${range}`;
      await withRawDuckDb(2, (connection) =>
        connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet)`),
      );
      paths.push(path);
    }
    const load = await stageLoad(lab, table(size), MEASUREMENTS, "PARQUET", paths);
    await settle(lab, "finalize", load);
    last.set(size, load);
  }
  return {
    "a point query": {
      run: (size) => lab.api.query(`SELECT fitness FROM ${table(size)} WHERE id = ${size / 2}`),
      limit: 0.2,
    },
    "undo and redo of all rows": {
      run: async (size) => {
        await settle(lab, "undo", last.get(size) ?? "");
        await settle(lab, "redo", last.get(size) ?? "");
      },
      limit: 0.1,
    },
    "a load of ten rows": { run: (size) => loadPart(lab, table(size), 0), limit: 0.1 },
    "an average": { run: (size) => lab.api.query(`SELECT avg(fitness) FROM ${table(size)}`), limit: 0.8 },
  };
}

async function columns(lab: BenchLab): Promise<Prepared> {
  const table = (size: number): string => `columns_${size}`;
  const columnsOf = (size: number): TableColumn[] =>
    Array.from({ length: size }, (_, index) => ({ name: `c${index}`, type: "INT64" }));
  const csvOf = (size: number): string => {
    const names = columnsOf(size).map(({ name }) => name);
    const row = names.map((_, index) => index);
    return `${[names, ...Array.from({ length: FILE_ROWS }, () => row)].join("\n")}\n`;
  };
  for (const size of SIZES.columns) await loadCsv(lab, table(size), columnsOf(size), csvOf(size));
  return {
    "a query of one column": { run: (size) => lab.api.query(`SELECT c3 FROM ${table(size)}`), limit: 0.3 },
    "a load of ten rows": {
      run: (size) => loadCsv(lab, table(size), columnsOf(size), csvOf(size)),
      limit: 0.6,
    },
  };
}

/** Loads ten rows and returns the id of the load. */
function loadPart(lab: BenchLab, table: string, part: number): Promise<string> {
  const ids = Array.from({ length: FILE_ROWS }, (_, row) => part * FILE_ROWS + row);
  return loadCsv(lab, table, MEASUREMENTS, measurementsCsv(ids));
}

async function headOf({ api }: BenchLab): Promise<string> {
  const { items } = await api.get<{ items: { id: string }[] }>("/data/version:list?limit=1&order=DESC");
  return items[0]?.id ?? "";
}

/** Calls `work` with 0 to `count` − 1, a few at once. */
async function atOnce(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await work(index);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

const stored = ({ name, type }: TableColumn): object => ({ name, type, nullable: true });

function icebergBase({ base }: BenchLab): string {
  const { origin, pathname } = new URL(base);
  return `${origin}/iceberg/v1/${pathname.split("/").at(-1)}/namespaces/main`;
}

async function getJson({ token }: BenchLab, url: string): Promise<unknown> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw new Error(`The request failed: ${await response.text()}`);
  return response.json();
}
