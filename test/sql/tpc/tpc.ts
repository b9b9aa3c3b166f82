import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { literal } from "@pdp/basics/columns";
import { DomainError, type ErrorCode } from "@pdp/basics/errors";
import { resultColumns } from "#shared/engines/duckdb/resultTypes.ts";
import { type Compared, compareAnswers } from "#test/sql/compareAnswers.ts";
import type { LocalAnswer } from "#test/sql/localEngine.ts";
import { askRecording } from "#test/sql/record/askRecording.ts";
import { trinoServer } from "#test/sql/record/trinoServer.ts";
import type { Recording } from "#test/sql/recording.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";
import { type BenchLab, newBenchLab, settle, stageLoad } from "../../../bench/support/benchLab.ts";
import { withPlatformProcess } from "../../../bench/support/platformProcess.ts";
import { withFolder } from "../../../bench/support/withCleanup.ts";
import { tpcdsTables } from "./tpcdsTables.ts";
import { createInTrino, type TpcTable, tpchTables, writeParquet } from "./tpcTable.ts";

/**
 * Runs the TPC-H and TPC-DS queries on the platform and on Trino, over the same small tables, and prints how the answers
 * compare: `npm run sql:tpc -- --queries <folder>`. The folder contains `tpch/q01.sql`, … and `tpcds/q01.sql`, … with the
 * placeholders of Trino's benchmark (testing/trino-benchmark-queries/src/main/resources/sql/trino in its sources). `npm run
 * sql:tpc -- --queries <folder> tpch` runs only one of the benchmarks; `--only q14,q23` runs only these queries.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { queries: { type: "string" }, only: { type: "string" } },
});
if (values.queries === undefined) throw new Error("--queries names the folder of the queries");
const queriesFolder = values.queries;
const only = values.only?.split(",");
const MEMORY = "memory";
/** Scale factor of the tables, for the query that depends on it. */
const SCALE = "0.01";

const server = await trinoServer();
try {
  await withFolder((folder) =>
    withPlatformProcess(async (platform) => {
      for (const benchmark of ["tpch", "tpcds"]) {
        if (positionals.length > 0 && !positionals.includes(benchmark)) continue;
        const lab = await newBenchLab(platform, benchmark);
        await runBenchmark(benchmark, lab, folder);
      }
    }),
  );
} finally {
  server.stop();
}

async function runBenchmark(benchmark: string, lab: BenchLab, folder: string): Promise<void> {
  const tables = benchmark === "tpch" ? await tpchTables(server.url) : await tpcdsTables();
  const place = { catalog: MEMORY, schema: benchmark };
  await askTrino(server.url, `CREATE SCHEMA IF NOT EXISTS ${MEMORY}.${benchmark}`, place);
  for (const table of tables) {
    await createInTrino(server.url, place, table);
    await loadTable(lab, table, folder);
  }
  const outcomes: string[] = [];
  for (const [name, text] of await queriesOf(benchmark)) {
    const filled = (catalog: string, schema: string): string => {
      const words: Record<string, string> = { database: catalog, schema, prefix: "", scale: SCALE };
      return text.replace(/\$\{(\w+)\}/g, (whole, word: string) => words[word] ?? whole);
    };
    const recording = await askRecording(server.url, filled(MEMORY, benchmark), place);
    const here = await askPlatform(lab, filled("workspace", "default"), recording.names, folder);
    if ("names" in here)
      here.names = here.names.map((one) => one.replace("workspace.default.", `${MEMORY}.${benchmark}.`));
    const { outcome, detail } = compared({ ...recording, query: text }, here);
    const rows = recording.rows?.length ?? recording.error;
    outcomes.push(outcome);
    if (outcome !== "same") console.log(`${benchmark} ${name}: ${outcome} (${rows}): ${detail}`);
    if (outcome === "same" && recording.error) console.log(`${benchmark} ${name}: refused by both (${rows})`);
    if (outcome === "same" && recording.rows?.length === 0) console.log(`${benchmark} ${name}: no rows`);
  }
  const counts = Object.entries(Object.groupBy(outcomes, (outcome) => outcome));
  const figures = counts.map(([outcome, list]) => `${list?.length} ${outcome}`);
  console.log(`${benchmark}: ${outcomes.length} queries: ${figures.sort().join(", ")}`);
}

/** Compares two answers; rows that are equal under ORDER BY may be in any order. */
function compared(recording: Recording, here: LocalAnswer | Error): Compared {
  const found = compareAnswers(recording, here);
  return found.outcome === "value" ? compareAnswers({ ...recording, query: "" }, here) : found;
}

/** Returns the statements of a benchmark by file name; a file may contain two. */
async function queriesOf(benchmark: string): Promise<[name: string, text: string][]> {
  const files = (await readdir(join(queriesFolder, benchmark)))
    .filter((file) => file.endsWith(".sql"))
    .sort();
  const all = await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(queriesFolder, benchmark, file), "utf8")).replace(/--.*$/gm, "");
      const statements = text.split(";").filter((one) => one.trim() !== "");
      const name = file.replace(".sql", "");
      return statements.map((one, index): [string, string] => [
        index === 0 ? name : `${name}.${index + 1}`,
        one,
      ]);
    }),
  );
  return all.flat().filter(([name]) => only === undefined || only.includes(name));
}

async function loadTable(lab: BenchLab, table: TpcTable, folder: string): Promise<void> {
  const path = await writeParquet(table, folder);
  await settle(lab, "finalize", await stageLoad(lab, table.name, table.columns, "PARQUET", [path]));
}

/** Queries the platform. Duplicate column names are not allowed in Parquet, so duplicates are renamed. */
async function askPlatform(
  lab: BenchLab,
  query: string,
  names: string[] | undefined,
  folder: string,
): Promise<LocalAnswer | Error> {
  const here = await answer(lab, query, folder).catch((error: Error) => error);
  if (!names || !(here instanceof DomainError) || !here.message.includes("which Parquet cannot have"))
    return here;
  const aliases = names.map((_, index) => `c${index}`).join(", ");
  const renamed = await answer(lab, `SELECT * FROM (${query}) AS answer(${aliases})`, folder);
  return renamed instanceof Error ? renamed : { ...renamed, names };
}

/** Queries the platform for a Parquet result, which supports all types. */
async function answer(
  { base, token }: BenchLab,
  query: string,
  folder: string,
): Promise<LocalAnswer | DomainError> {
  const response = await fetch(`${base}/data:query`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query, format: "PARQUET" }),
  });
  if (response.status === 400) {
    const { detail, code } = (await response.json()) as { detail: string; code: ErrorCode };
    return new DomainError("malformed", code, detail);
  }
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const path = join(folder, "answer.parquet");
  await writeFile(path, await response.bytes());
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const statement = await connection.prepare(`SELECT * FROM read_parquet(${literal(path)})`);
    const columns = resultColumns(statement);
    const reader = await statement.runAndReadAll();
    return {
      names: columns.map(({ name }) => name),
      types: columns.map(({ type }) => type),
      rows: reader.getRowsJson(),
    };
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}
