import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { identifier } from "@pdp/basics/columns";
import { compileQuery } from "@pdp/trino/compile";
import { type AthenaTable, athenaTables } from "#shared/engines/athena/athenaRelation.ts";
import { athenaStatement } from "#shared/engines/athena/athenaStatement.ts";
import type { DuckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";
import { goldenTables } from "#test/shared/engines/athena/goldenQueries.ts";
import { parquetLake, relationResolver } from "#test/shared/engines/parquetLake.ts";
import { type Conformance, conformance } from "#test/shared/trino/conformance.ts";
import { askTrino } from "#test/support/athena/trinoClient.ts";

/**
 * Runs what is sent to Athena on a real Trino server: `TRINO_URL=http://127.0.0.1:8080 node
 * test/shared/engines/athena/checkOnTrino.ts`. The server needs a catalog `memory` with the memory connector. Athena's engine
 * 3 corresponds to Trino releases from 400 onward.
 */
const PLACE = { catalog: "memory", schema: "default" };

interface Trino {
  run: (sql: string) => Promise<number>;
}

/** Prints what the server refuses; the exit code is 1 if it refuses anything. */
async function checkOnTrino(url: string): Promise<void> {
  const trino: Trino = { run: async (sql) => (await askTrino(url, sql, PLACE)).rows.length };
  const lake = await parquetLake();
  const refused = [
    ...(await checkGolden(trino)),
    ...(await checkConformance(trino, lake.engine({ threads: 1 }))),
  ];
  await lake.close();
  for (const line of refused) console.error(line);
  console.log(refused.length === 0 ? "Trino runs everything." : `Trino refuses ${refused.length} texts.`);
  process.exitCode = refused.length === 0 ? 0 : 1;
}

async function checkGolden(trino: Trino): Promise<string[]> {
  for (const relation of Object.values(goldenTables)) {
    for (const showsHidden of [false, true]) {
      const [table] = relation.kind === "TABLE" ? athenaTables({ name: "t", ...relation, showsHidden }) : [];
      if (!table) continue;
      // In Athena, every table has the column that contains the URL of a row's file.
      const path = showsHidden ? ', "$path" varchar' : "";
      await trino.run(`CREATE TABLE IF NOT EXISTS ${identifier(table.name)} (${trinoColumns(table)}${path})`);
    }
  }
  const folder = join(import.meta.dirname, "golden");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".sql"));
  const refused: string[] = [];
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    const [, select] = /^UNLOAD \((.*)\) TO 's3:[^']*' WITH \([^)]*\)$/ms.exec(text) ?? [];
    await trino.run(select ?? "").catch((error: unknown) => refused.push(`${name}: ${error}`));
  }
  console.log(`${names.length} golden texts`);
  return refused;
}

/** Glue types under the names used by the memory connector. */
function trinoColumns({ columns }: AthenaTable): string {
  return columns
    .map(({ Name, Type }) => {
      const type = Type.replace(/(\w+):/g, '"$1" ')
        .replaceAll("struct<", "row(")
        .replaceAll("array<", "array(");
      return `${identifier(Name)} ${type.replaceAll(">", ")").replaceAll("string", "varchar")}`;
    })
    .join(", ");
}

/** Trino treats a string concatenated with an untyped NULL as an array; DuckDB treats it as NULL. */
const UNTYPED_NULL = /NULL \|\||\|\| NULL|concat\(.*NULL/;

/** All queries that the recorded Trino server answered, in the form sent to Athena. */
async function checkConformance(trino: Trino, engine: DuckdbEngine): Promise<string[]> {
  const queue = conformance().filter(
    ({ query, trino, here }) =>
      trino !== "error" && here !== "refused" && here !== "laxer" && !UNTYPED_NULL.test(query),
  );
  const { length } = queue;
  const refused: string[] = [];
  const work = async (): Promise<void> => {
    for (let entry = queue.shift(); entry; entry = queue.shift()) {
      const difference = await checkEntry(entry, trino, engine);
      if (difference) refused.push(`${entry.query}: ${difference}`);
    }
  };
  await Promise.all([work(), work()]);
  console.log(`${length} queries of the conformance suite`);
  return refused;
}

async function checkEntry(
  entry: Conformance,
  trino: Trino,
  engine: DuckdbEngine,
): Promise<string | undefined> {
  try {
    const compiled = await compileQuery(entry.query, { resolve: relationResolver({}) });
    const { sql } = await athenaStatement(compiled, (typed) => engine.resultColumns(typed));
    const count = await trino.run(sql);
    return count === entry.rows?.length ? undefined : `${count} rows`;
  } catch (error) {
    return String(error);
  }
}

const url = process.env.TRINO_URL;
if (!url) throw new Error("TRINO_URL is the address of a Trino server, such as http://127.0.0.1:8080");
await checkOnTrino(url);
