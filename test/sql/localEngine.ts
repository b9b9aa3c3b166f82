import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { DuckDBType } from "@duckdb/node-api";
import { columnType } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { lockDown } from "@pdp/formats/ingest";
import { compileStatement } from "@pdp/trino/compile";
import type { Relation, ResolveRelation } from "@pdp/trino/relations";
import { informationReads, informationRelation } from "@pdp/trino/statements";
import { explainError } from "#shared/engines/duckdb/explainError.ts";
import { type OpenInstance, openInstance } from "#shared/engines/duckdb/openInstance.ts";
import { executableSql } from "#shared/engines/duckdb/relationSql.ts";
import { narrowSql, resultColumns } from "#shared/engines/duckdb/resultTypes.ts";
import { parquetLake, relationResolver } from "#test/shared/engines/parquetLake.ts";
import { OTHER_SCHEMA } from "../../shared/trino/catalog.ts";
import { TABLES } from "./corpus/tables.ts";

export interface LocalAnswer {
  names: string[];
  types: DuckDBType[];
  /** Values as DuckDB writes them in JSON. */
  rows: unknown[][];
}

/** Embedded engine over the corpus tables, in one sealed instance. */
export interface LocalEngine {
  answer: (query: string) => Promise<LocalAnswer | DomainError>;
  /** Text that DuckDB runs for a query. */
  sqlOf: (query: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Opens the engine, by default with its optimizer. */
export async function localEngine({ optimizes = true, memoryLimit = "500MB" } = {}): Promise<LocalEngine> {
  const lake = await parquetLake();
  const relations: Record<string, Relation> = {};
  for (const [name, { columns, rows }] of Object.entries(TABLES)) {
    const values = rows.map((row) => `(${row.replaceAll("ARRAY[", "[")})`).join(", ");
    const names = columns.map((column) => column.name).join(", ");
    const items = columns.map((column) =>
      column.type === "STRUCT"
        ? `CASE WHEN detail IS NULL THEN NULL ELSE {'label': struct_extract_at(detail, 1)::VARCHAR, 'v': struct_extract_at(detail, 2)::DOUBLE} END AS detail`
        : column.type === "ARRAY"
          ? `${column.name}::BIGINT[] AS ${column.name}`
          : `${column.name}::${columnType(column)} AS ${column.name}`,
    );
    const file = await lake.write(
      `${name}.parquet`,
      `SELECT ${items.join(", ")} FROM (VALUES ${values}) t(${names})`,
    );
    relations[name] = { kind: "TABLE", columns, files: [file] };
  }
  await mkdir(join(lake.directory, "spill"));
  const instance: OpenInstance = await openInstance({
    memoryLimit,
    threads: 1,
    temporaryDirectory: join(lake.directory, "spill"),
    temporaryLimit: "100MB",
  });
  if (!optimizes) await instance.connection.run("PRAGMA disable_optimizer");
  const paths = Object.keys(TABLES).map((name) => join(lake.directory, `${name}.parquet`));
  await lockDown(instance.connection, paths);
  const resolveTable = relationResolver(relations);
  const listed = Object.entries(TABLES).map(([reference, { columns }]) => ({ reference, columns }));
  const names = { catalog: "memory", schema: OTHER_SCHEMA };
  const resolve: ResolveRelation = Object.assign(
    async (reference: string, version: string | undefined) =>
      informationReads(reference) !== undefined
        ? informationRelation(reference, listed, names)
        : resolveTable(reference, version),
    names,
  );
  const sqlOf = async (query: string): Promise<string> => {
    const compiled = await compileStatement(query, { resolve, user: "user_1" });
    return executableSql(compiled.sql, compiled.relations, (relation) =>
      relation.files.map(({ key }) => join(lake.directory, key)),
    );
  };
  return {
    sqlOf,
    async answer(query) {
      try {
        const sql = await sqlOf(query);
        const wide = await instance.connection.prepare(sql);
        const narrow = narrowSql(sql, resultColumns(wide));
        const statement = narrow === undefined ? wide : await instance.connection.prepare(narrow);
        const reader = await statement.runAndReadAll();
        const columns = resultColumns(statement);
        return {
          names: columns.map(({ name }) => name),
          types: columns.map(({ type }) => type),
          rows: reader.getRowsJson(),
        };
      } catch (error) {
        const explained = explainError(error, "500MB", { text: query });
        if (explained instanceof DomainError) return explained;
        throw explained;
      }
    },
    async close() {
      instance.close();
      await lake.close();
    },
  };
}
