import { availableParallelism } from "node:os";
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
/** Number of threads that the service gives one query. */
const THREADS = Math.min(4, availableParallelism());

const QUERIES = {
  "an aggregate of 149,361 rows": "SELECT count(*) AS n, avg(Fitness) AS mean FROM landscape WHERE HD = 2",
  "a point query": "SELECT HD, Fitness, sequence FROM landscape WHERE Variants = 'AHCA'",
};

export const query: Benchmark = {
  summary: "small SQL queries over HTTP, with a token, against DuckDB on the same Parquet file",
  run: (say) => withGb1(say, (path) => compare(path, say)),
};

async function compare(path: string, say: Say): Promise<Figure[]> {
  return withPlatformProcess(async (platform) => {
    const lab = await newBenchLab(platform);
    await settle(lab, "finalize", await stageLoad(lab, "landscape", GB1_COLUMNS, "CSV", [path]));
    const source = parquet(await dataFiles(platform));
    const figures: Figure[] = [];
    for (const [what, text] of Object.entries(QUERIES)) {
      const times = await withRawDuckDb(THREADS, async (connection) => {
        const raw = text.replace("landscape", source);
        const pieces = {
          http: () => measureTime(() => lab.api.query(text)),
          raw: () => measureTime(async () => (await connection.runAndReadAll(raw)).getRows()),
        };
        await inTurns(WARM_UPS, pieces);
        return inTurns(RUNS, pieces);
      });
      figures.push({
        what,
        value: times.http,
        unit: "ms",
        reference: times.raw,
        target: { of: "difference", bound: "at most", limit: 15 },
      });
    }
    say(`medians of ${RUNS} pairs each; every answer is read and decoded`);
    return figures;
  });
}
