import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { writeXlsx } from "@pdp/formats/files";
import type { CellContent } from "@pdp/formats/workbooks";

import { type BenchLab, newBenchLab, settle, stageLoad, type TableColumn } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { withRawDuckDb } from "./support/rawDuckDb.ts";

const RUNS = 5;
const THREADS = 2;
const SHEET_ROWS = 200_000;
const WIDE = 2_000;
const RESIDUES = "ACDEFGHIKLMNPQRSTVWY";
const SEQUENCE_LENGTH = 40;

const SHEET_COLUMNS: TableColumn[] = [
  { name: "name", type: "STRING" },
  { name: "sequence", type: "STRING" },
  { name: "tm_celsius", type: "FLOAT64" },
  { name: "activity", type: "FLOAT64" },
  { name: "plate", type: "INT64" },
  { name: "well", type: "STRING" },
  { name: "is_control", type: "BOOL" },
  { name: "measured_on", type: "DATE" },
  { name: "comment", type: "STRING" },
];

export const sheetsAndColumns: Benchmark = {
  summary:
    "from finalize to COMPLETED: XLSX of 200,000 rows against the same rows as CSV, and Parquet of 2,000 columns against DuckDB's COPY",
  run: async (say) => {
    const folder = await mkdtemp(join(tmpdir(), "sheets-"));
    try {
      return await withPlatformProcess(async (platform) => {
        const lab = await newBenchLab(platform);
        return [...(await compareSheet(lab, folder)), ...(await compareWide(lab, folder, say))];
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function compareSheet(lab: BenchLab, folder: string): Promise<Figure[]> {
  const [xlsx, csv] = [join(folder, "plates.xlsx"), join(folder, "plates.csv")];
  await pipeline(writeXlsx(sheetRows(), "plates"), createWriteStream(xlsx));
  await pipeline(csvLines(), createWriteStream(csv));
  let loads = 0;
  const timeOf = async (path: string, format: "XLSX" | "CSV"): Promise<number> => {
    loads += 1;
    const id = await stageLoad(lab, `plates_${loads}`, SHEET_COLUMNS, format, [path]);
    return measureTime(() => settle(lab, "finalize", id));
  };
  const pieces = { xlsx: () => timeOf(xlsx, "XLSX"), csv: () => timeOf(csv, "CSV") };
  await inTurns(1, pieces);
  const times = await inTurns(RUNS, pieces);
  const rate = (time: number): number => SHEET_ROWS / (time / 1000);
  return [
    {
      what: "XLSX, 200,000 × 9 / CSV of the same rows",
      value: rate(times.xlsx),
      unit: "rows/s",
      reference: rate(times.csv),
      target: { of: "value", bound: "at least", limit: 40_000 },
    },
  ];
}

async function compareWide(lab: BenchLab, folder: string, say: Say): Promise<Figure[]> {
  const path = join(folder, "wide.parquet");
  const columns = Array.from({ length: WIDE }, (_, index) => ({ name: `c${index}`, type: "FLOAT64" }));
  return withRawDuckDb(THREADS, async (connection) => {
    const values = columns.map(
      ({ name }) => `CASE WHEN random() < 0.01 THEN NULL ELSE random() END AS ${name}`,
    );
    await connection.run(
      `COPY (SELECT ${values.join(", ")} FROM range(${WIDE})) TO '${path}' (FORMAT parquet)`,
    );
    let loads = 0;
    const load = async (): Promise<number> => {
      loads += 1;
      const id = await stageLoad(lab, `wide_${loads}`, columns, "PARQUET", [path]);
      return measureTime(() => settle(lab, "finalize", id));
    };
    const copy = `COPY (SELECT * FROM '${path}') TO '${path}.copy' (FORMAT parquet, COMPRESSION zstd)`;
    const pieces = { load, raw: () => measureTime(() => connection.run(copy)) };
    await inTurns(1, pieces);
    const times = await inTurns(RUNS, pieces);
    say(`medians of ${RUNS} pairs after one that warms up`);
    return [
      {
        what: "Parquet, 2,000 columns × 2,000 rows / raw COPY",
        value: times.load,
        unit: "ms",
        reference: times.raw,
        target: { of: "value", bound: "at most", limit: 2_000 },
      },
    ];
  });
}

/** Returns a generator that produces the same pseudorandom numbers from 0 to 1 in every run. */
function newRandom(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function* plateRows(): Generator<CellContent[]> {
  const random = newRandom();
  for (let row = 0; row < SHEET_ROWS; row++) {
    const residues = Array.from({ length: SEQUENCE_LENGTH }, () => RESIDUES[Math.floor(random() * 20)]);
    yield [
      `variant ${row}`,
      residues.join(""),
      Math.round(random() * 10_000) / 100,
      random(),
      row % 96,
      `A${row % 12}`,
      row % 7 === 0,
      { day: 19_000 + (row % 300) },
      row % 5 === 0 ? "checked" : null,
    ];
  }
}

async function* sheetRows(): AsyncGenerator<CellContent[]> {
  yield SHEET_COLUMNS.map(({ name }) => name);
  yield* plateRows();
}

function* csvLines(): Generator<string> {
  yield `${SHEET_COLUMNS.map(({ name }) => name).join(",")}\n`;
  for (const row of plateRows()) yield `${row.map(csvCell).join(",")}\n`;
}

function csvCell(value: CellContent): string {
  if (value === null) return "";
  if (typeof value !== "object") return String(value);
  return "day" in value ? new Date(value.day * 86_400_000).toISOString().slice(0, 10) : String(value.time);
}
