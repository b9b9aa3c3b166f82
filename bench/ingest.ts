import { rm, stat } from "node:fs/promises";
import { median } from "@pdp/basics/statistics";
import { newBenchLab, settle, stageLoad } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import type { Figure } from "./support/figure.ts";
import { GB1_COLUMNS, withGb1 } from "./support/gb1.ts";
import { inTurns, measureTime } from "./support/inTurns.ts";
import { withPlatformProcess } from "./support/platformProcess.ts";
import { readCsvSql, withRawDuckDb } from "./support/rawDuckDb.ts";

/** File size, in bytes; the maximum for a load is 104,857,600. */
const FILE_BYTES = 100_000_000;
const RUNS = 9;
/** Number of threads for one ingestion. */
const THREADS = 2;

export const ingest: Benchmark = {
  summary: "finalize → COMPLETED for a 100 MB CSV file, compared with read_csv and COPY in DuckDB",
  run: (say) => withGb1(say, (path) => compare(path, say), FILE_BYTES),
};

async function compare(path: string, say: Say): Promise<Figure[]> {
  return withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    const uploads: number[] = [];
    let loads = 0;
    const load = async (): Promise<number> => {
      loads += 1;
      let id = "";
      const upload = await measureTime(async () => {
        id = await stageLoad(lab, `landscape_${loads}`, GB1_COLUMNS, "CSV", [path]);
      });
      uploads.push(upload);
      return measureTime(() => settle(lab, "finalize", id));
    };
    const target = `${path}.parquet`;
    const times = await withRawDuckDb(THREADS, async (connection) => {
      const options = "FORMAT parquet, COMPRESSION zstd";
      const statement = `COPY (SELECT * FROM ${readCsvSql(path, GB1_COLUMNS)}) TO '${target}' (${options})`;
      const pieces = { load, raw: () => measureTime(() => connection.run(statement)) };
      await inTurns(1, pieces);
      uploads.length = 0;
      return inTurns(RUNS, pieces);
    });
    await rm(target, { force: true });
    say(`medians of ${RUNS} pairs after one warm-up; DuckDB uses ${THREADS} threads in both`);
    const megabytes = (await stat(path)).size / 1e6;
    return [
      {
        what: "finalize → COMPLETED / raw COPY",
        value: times.load,
        unit: "ms",
        reference: times.raw,
        target: { of: "ratio", bound: "at most", limit: 1.3 },
      },
      { what: "create and upload", value: median(uploads), unit: "ms" },
      { what: "create and upload, rate", value: megabytes / (median(uploads) / 1000), unit: "MB/s" },
    ];
  });
}
