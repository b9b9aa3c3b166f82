import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import type { Column, ItemType } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import type { CompiledQuery, Relation, RelationFile, ResolveRelation } from "@pdp/trino/relations";
import { tableFromIPC } from "@uwdata/flechette";
import { type DuckdbEngineOptions, duckdbEngine } from "#shared/engines/duckdb/duckdbEngine.ts";

export function column(name: string, type: Column["type"], more: Partial<ItemType> = {}): Column {
  return { name, type, nullable: true, metadata: { description: null, deprecated: false }, ...more };
}

/** Tables consisting of real Parquet files in a temporary folder. */
export interface ParquetLake {
  directory: string;
  /** Writes the rows of a DuckDB query as one file. */
  write(key: string, query: string): Promise<RelationFile>;
  locate: (key: string) => Promise<string>;
  engine(options?: Partial<DuckdbEngineOptions>): ReturnType<typeof duckdbEngine>;
  close(): Promise<void>;
}

export async function parquetLake(): Promise<ParquetLake> {
  const directory = await mkdtemp(join(tmpdir(), "sql-test-"));
  const instance = await DuckDBInstance.create(":memory:");
  const connection: DuckDBConnection = await instance.connect();
  const engines: ReturnType<typeof duckdbEngine>[] = [];
  const locate = async (key: string): Promise<string> => join(directory, key);
  return {
    directory,
    locate,
    async write(key, query) {
      await mkdir(join(directory, key, ".."), { recursive: true });
      await connection.run(`COPY (${query}) TO '${join(directory, key)}' (FORMAT parquet, COMPRESSION zstd)`);
      const reader = await connection.runAndReadAll(`SELECT count(*) FROM (${query})`);
      return { key, rows: Number(reader.getRows()[0]?.[0]), bytes: 0 };
    },
    engine(options = {}) {
      const engine = duckdbEngine({
        hold: async (key) => ({ path: await locate(key), release: async () => undefined }),
        temporaryDirectory: join(directory, "spill"),
        warm: 0,
        ...options,
      });
      engines.push(engine);
      return engine;
    },
    async close() {
      await Promise.all(engines.map((engine) => engine.close()));
      connection.closeSync();
      instance.closeSync();
      await rm(directory, { recursive: true });
    },
  };
}

/** Resolves the given references by lowercase name and, for a version, by `name@version`. */
export function relationResolver(relations: Record<string, Relation>): ResolveRelation {
  return async (reference, version) => {
    const name = reference.toLowerCase();
    const relation = (version === undefined ? undefined : relations[`${name}@${version}`]) ?? relations[name];
    if (relation) return relation;
    throw new DomainError("malformed", "unknown_table", `There is no table "${reference}".`);
  };
}

/** Result rows, with integers as numbers. */
export async function rowsOf(
  engine: { run: ReturnType<typeof duckdbEngine>["run"] },
  query: CompiledQuery,
): Promise<Record<string, unknown>[]> {
  const parts: Uint8Array[] = [];
  for await (const part of await engine.run(query, { compression: null })) parts.push(part);
  return tableFromIPC(Buffer.concat(parts)).toArray() as Record<string, unknown>[];
}
