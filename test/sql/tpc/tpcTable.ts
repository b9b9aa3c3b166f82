import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { identifier, literal } from "@pdp/basics/columns";
import { askTrino } from "#test/support/athena/trinoClient.ts";

export interface TpcColumn {
  name: string;
  type: "INT64" | "FLOAT64" | "STRING" | "DATE";
}

/** Benchmark table with the platform's types; empty values are missing. */
export interface TpcTable {
  name: string;
  columns: TpcColumn[];
  rows: (string | undefined)[][];
}

const TRINO = { INT64: "bigint", FLOAT64: "double", STRING: "varchar", DATE: "date" };
const DUCKDB = { INT64: "BIGINT", FLOAT64: "DOUBLE", STRING: "VARCHAR", DATE: "DATE" };
/** Maximum length of the row text in one statement, in characters: Trino accepts statements of up to a million characters. */
const MAX_TEXT = 900_000;

/** Returns the TPC-H tables as in Trino's connector, with decimals as doubles. */
export async function tpchTables(url: string): Promise<TpcTable[]> {
  const place = { catalog: "tpch", schema: "tiny" };
  const names = (await askTrino(url, "SHOW TABLES", place)).rows.map(([name]) => String(name));
  return Promise.all(
    names.map(async (name) => {
      const { columns, rows } = await askTrino(url, `SELECT * FROM ${name}`, place);
      return {
        name,
        columns: columns.map((column) => ({ name: column.name, type: typeOf(column.type) })),
        rows: rows.map((row) => row.map((value) => String(value ?? ""))),
      };
    }),
  );
}

function typeOf(trino: string): TpcColumn["type"] {
  if (/^(?:bigint|integer)/.test(trino)) return "INT64";
  if (/^(?:double|decimal)/.test(trino)) return "FLOAT64";
  return trino === "date" ? "DATE" : "STRING";
}

/** Creates a table in Trino unless it exists. Its rows are sent as strings, which Trino reads faster than literals. */
export async function createInTrino(
  url: string,
  place: { catalog: string; schema: string },
  { name, columns, rows }: TpcTable,
): Promise<void> {
  const existing = await askTrino(url, `SHOW TABLES LIKE ${literal(name)}`, place);
  if (existing.rows.length > 0) return;
  const definition = columns.map((column) => `${column.name} ${TRINO[column.type]}`).join(", ");
  await askTrino(url, `CREATE TABLE ${name} (${definition})`, place);
  const items = columns.map(({ type }, index) => `CAST(nullif(r[${index + 1}], '') AS ${TRINO[type]})`);
  for (const text of textsOf(rows)) {
    const lines = `UNNEST(split(${literal(text)}, chr(10))) AS t(line)`;
    await askTrino(
      url,
      `INSERT INTO ${name} SELECT ${items.join(", ")} FROM (SELECT split(line, '|') AS r FROM ${lines})`,
      place,
    );
  }
}

function* textsOf(rows: TpcTable["rows"]): Generator<string> {
  let lines: string[] = [];
  let length = 0;
  for (const row of rows) {
    const line = row.join("|");
    lines.push(line);
    length += line.length;
    if (length < MAX_TEXT) continue;
    yield lines.join("\n");
    lines = [];
    length = 0;
  }
  if (lines.length > 0) yield lines.join("\n");
}

/** Writes a table as a Parquet file and returns its path. */
export async function writeParquet({ name, columns, rows }: TpcTable, folder: string): Promise<string> {
  const source = join(folder, `${name}.txt`);
  const target = join(folder, `${name}.parquet`);
  await writeFile(source, rows.map((row) => `${row.join("|")}\n`).join(""));
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  try {
    const types = columns.map((column) => `${literal(column.name)}: '${DUCKDB[column.type]}'`);
    const read = `read_csv(${literal(source)}, delim = '|', header = false, quote = '', escape = '', nullstr = '', auto_detect = false, columns = {${types.join(", ")}})`;
    const items = columns.map((column) => identifier(column.name)).join(", ");
    await connection.run(`COPY (SELECT ${items} FROM ${read}) TO ${literal(target)} (FORMAT parquet)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
  return target;
}
