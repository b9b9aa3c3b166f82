import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { arrowSchema, arrowStream } from "@pdp/formats/arrow";
import { benchProgram } from "./support/benchProgram.ts";
import { readVectors } from "./support/readVectors.ts";

const SUMMARY = `How fast DuckDB results become Arrow IPC streams, on one thread of DuckDB. The raw-vector path only takes DuckDB's
vectors out of each chunk and reads them through; what Arrow adds is the ratio to it.`;

const DEFAULTS = { rows: 1_000_000 };
const RUNS = 5;

const TABLE = `
  SELECT range AS id, (hash(range) % 1000000)::BIGINT AS position,
    random() AS fitness, random() AS stability, random() AS binding, random() AS expression,
    'A' || range % 999 || 'C_variant_of_gb1' AS variant, 'sequence_' || lpad(range::VARCHAR, 11, '0') AS name
  FROM range($rows)`;

interface Measurement {
  bytes: number;
  firstBatchMs: number;
}

async function drainRawVectors(connection: DuckDBConnection): Promise<Measurement> {
  const start = performance.now();
  const result = await connection.stream("FROM measurements");
  const { layouts } = arrowSchema(result);
  let bytes = 0;
  let sum = 0;
  let firstBatchMs = 0;
  for (let chunk = await result.fetchChunk(); chunk?.rowCount; chunk = await result.fetchChunk()) {
    const read = readVectors(chunk, layouts);
    sum += read.sum;
    bytes += read.bytes;
    firstBatchMs ||= performance.now() - start;
  }
  if (sum === 0) throw new Error("The vectors were empty.");
  return { bytes, firstBatchMs };
}

async function drainArrow(
  connection: DuckDBConnection,
  compression: "zstd" | "lz4" | null,
): Promise<Measurement> {
  const start = performance.now();
  const result = await connection.stream("FROM measurements");
  let bytes = 0;
  let parts = 0;
  let firstBatchMs = 0;
  for await (const part of arrowStream(result, { compression })) {
    bytes += part.length;
    parts++;
    if (parts === 2) firstBatchMs = performance.now() - start;
  }
  return { bytes, firstBatchMs };
}

async function measure({ rows }: typeof DEFAULTS): Promise<void> {
  const instance = await DuckDBInstance.create(":memory:", { threads: "1" });
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE measurements AS ${TABLE.replace("$rows", String(rows))}`);
  const paths: [string, () => Promise<Measurement>][] = [
    ["raw vectors", () => drainRawVectors(connection)],
    ["none", () => drainArrow(connection, null)],
    ["zstd", () => drainArrow(connection, "zstd")],
    ["lz4", () => drainArrow(connection, "lz4")],
  ];
  console.log(
    `${rows} rows of 2 BIGINT, 4 DOUBLE and 2 VARCHAR of about 20 characters, best of ${RUNS} runs`,
  );
  let rawSeconds = 0;
  for (const [name, run] of paths) {
    let seconds = Number.POSITIVE_INFINITY;
    let best: Measurement = { bytes: 0, firstBatchMs: 0 };
    for (let count = 0; count < RUNS; count++) {
      const start = performance.now();
      const measurement = await run();
      const elapsed = (performance.now() - start) / 1000;
      if (elapsed < seconds) [seconds, best] = [elapsed, measurement];
    }
    if (rawSeconds === 0) rawSeconds = seconds;
    console.log(
      [
        name.padEnd(12),
        `${Math.round(rows / seconds).toLocaleString("en")} rows/s`.padStart(18),
        `${(best.bytes / 1e6).toFixed(1)} MB`.padStart(10),
        `first batch after ${best.firstBatchMs.toFixed(1)} ms`.padStart(28),
        `${(rawSeconds / seconds).toFixed(2)} of the raw-vector path`.padStart(28),
      ].join(""),
    );
  }
  connection.closeSync();
  instance.closeSync();
}

if (import.meta.main) await benchProgram(SUMMARY, DEFAULTS, measure);
