import { request } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { DuckDBConnection } from "@duckdb/node-api";
import { arrowSchema } from "@pdp/formats/arrow";
import { type BenchLab, newBenchLab, settle, stageLoad, type TableColumn } from "./support/benchLab.ts";
import type { Benchmark, Say } from "./support/benchmark.ts";
import { dataFiles } from "./support/dataFiles.ts";
import type { Figure } from "./support/figure.ts";
import { inTurns, measureTime, type Timed } from "./support/inTurns.ts";
import { type PlatformProcess, withPlatformProcess } from "./support/platformProcess.ts";
import { parquet, withRawDuckDb } from "./support/rawDuckDb.ts";
import { readVectors } from "./support/readVectors.ts";
import { withFolder } from "./support/withCleanup.ts";

const ROWS = 1_000_000;
/** Number of rows per file in the load; each file stays below the upload limit. */
const ROWS_OF_FILE = 500_000;
const RUNS = 7;
/** Number of threads that the service assigns to one query. */
const THREADS = Math.min(4, availableParallelism());

const COLUMNS: readonly TableColumn[] = [
  { name: "id", type: "INT64" },
  { name: "position", type: "INT64" },
  { name: "fitness", type: "FLOAT64" },
  { name: "stability", type: "FLOAT64" },
  { name: "binding", type: "FLOAT64" },
  { name: "expression", type: "FLOAT64" },
  { name: "variant", type: "STRING" },
  { name: "name", type: "STRING" },
];

const GENERATE = `
  SELECT range AS id, (hash(range) % 1000000)::BIGINT AS position,
    random() AS fitness, random() AS stability, random() AS binding, random() AS expression,
    'A' || lpad((range % 999)::VARCHAR, 3, '0') || 'C_variant_of_gb1' AS variant,
    'construct_' || lpad(range::VARCHAR, 10, '0') AS name
  FROM range($from, $to)`;

export const arrowHttp: Benchmark = {
  summary: "a million rows of 8 columns as Arrow over HTTP, compared with reading DuckDB vectors in process",
  run: (say) =>
    withPlatformProcess(async (platform) => {
      const lab = await newBenchLab(platform);
      await loadMeasurements(lab);
      return compare(platform, lab, say);
    }),
};

function loadMeasurements(lab: BenchLab): Promise<void> {
  return withFolder(async (folder) => {
    const paths: string[] = [];
    await withRawDuckDb(THREADS, async (connection) => {
      for (let from = 0; from < ROWS; from += ROWS_OF_FILE) {
        const select = GENERATE.replace("$from", String(from)).replace("$to", String(from + ROWS_OF_FILE));
        const path = join(folder, `measurements-${from}.parquet`);
        await connection.run(`COPY (${select}) TO '${path}' (FORMAT parquet, COMPRESSION zstd)`);
        paths.push(path);
      }
    });
    await settle(lab, "finalize", await stageLoad(lab, "measurements", COLUMNS, "PARQUET", paths));
  });
}

async function compare(platform: PlatformProcess, lab: BenchLab, say: Say): Promise<Figure[]> {
  const source = parquet(await dataFiles(platform));
  const bytes: Record<string, number> = {};
  const overHttp =
    (compression: "zstd" | "lz4" | null): Timed =>
    () =>
      measureTime(async () => {
        bytes[compression ?? "none"] = await readAll(lab, compression);
      });
  const times = await withRawDuckDb(THREADS, async (connection) => {
    const pieces = {
      raw: () => measureTime(() => drainVectors(connection, `SELECT * FROM ${source}`)),
      none: overHttp(null),
      zstd: overHttp("zstd"),
      lz4: overHttp("lz4"),
    };
    await inTurns(1, pieces);
    return inTurns(RUNS, pieces);
  });
  const sizes = Object.entries(bytes).map(([name, size]) => `${name} ${(size / 1e6).toFixed(1)} MB`);
  say(`medians of ${RUNS} rounds; ${ROWS.toLocaleString("en")} rows take ${sizes.join(", ")}`);
  const rate = (milliseconds: number): number => ROWS / (milliseconds / 1000);
  return (["none", "zstd", "lz4"] as const).map((compression) => ({
    what: `Arrow over HTTP, ${compression}`,
    value: rate(times[compression]),
    unit: "rows/s",
    reference: rate(times.raw),
    target: { of: "ratio", bound: "at least", limit: 0.5 },
  }));
}

/** Reads every byte of the stream without decoding it. Returns the byte count. */
function readAll({ base, token }: BenchLab, compression: "zstd" | "lz4" | null): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    // Does not use fetch, because its overhead for reading 96 MB would distort the measurement of the service.
    const call = request(`${base}/data:query`, { method: "POST", headers }, (response) => {
      let bytes = 0;
      response.on("data", (part: Buffer) => {
        bytes += part.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`The query failed with status ${response.statusCode}.`));
      });
    });
    call.on("error", reject);
    call.end(JSON.stringify({ query: "SELECT * FROM measurements", arrow_compression: compression }));
  });
}

/** Reads the DuckDB vectors of each chunk, as every consumer of the result must. */
async function drainVectors(connection: DuckDBConnection, statement: string): Promise<void> {
  const result = await connection.stream(statement);
  const { layouts } = arrowSchema(result);
  let rows = 0;
  let sum = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    rows += chunk.rowCount;
    sum += readVectors(chunk, layouts).sum;
  }
  if (rows !== ROWS || sum === 0) throw new Error(`The platform's files have ${rows} rows.`);
}
