import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DuckDBConnection, DuckDBInstance, type Json } from "@duckdb/node-api";
import type { Column, ColumnType } from "@pdp/basics/columns";
import { type LeftOut, type Problem, problemSentence, sentences } from "@pdp/basics/wording";
import { checkFile } from "@pdp/formats/files";
import { ingestFile } from "@pdp/formats/ingest";
import type { FileFormat, FileOptions } from "@pdp/formats/options";

import { afterAll, beforeAll } from "vitest";

export function column(name: string, type: ColumnType, more: Partial<Column> = {}): Column {
  return { name, type, nullable: true, metadata: { description: null, deprecated: false }, ...more };
}

export function list(type: ColumnType, more: Partial<Column> = {}): Partial<Column> {
  return { item_type: { type, nullable: true, ...more } };
}

let folder = "";
let count = 0;
let connection: Promise<DuckDBConnection> | undefined;

/** Gives the tests in a file a separate folder. */
export function useFolder(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "formats-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
}

export function newPath(ending: string): string {
  return join(folder, `${count++}.${ending}`);
}

export interface Outcome {
  /** Sentences, one per problem. */
  sentences: string[];
  /** The same sentences as in the `errors` of a load. */
  errors: string[];
  warnings: string[];
  rows: number;
  bytes: number;
  /** True if the target file exists. */
  kept: boolean;
  target: string;
  leftOut: LeftOut | undefined;
}

/** Ingests content under the name `variants.<format>`. */
export async function ingest(
  format: FileFormat,
  content: string | Uint8Array,
  columns: Column[],
  reading: FileOptions = {},
  table?: string,
): Promise<Outcome> {
  const path = newPath(format.toLowerCase());
  await writeFile(path, content);
  const target = newPath("parquet");
  const all: string[] = [];
  const log = { add: (problem: Problem) => void all.push(problemSentence(problem)) };
  const source = { ...sourceOf(path, format), log, reading, ...(table !== undefined && { table }) };
  const { rows, bytes, problems, warnings, leftOut } = await ingestFile(source, columns, target);
  await rm(path);
  const errors = sentences(problems);
  return { sentences: all, errors, warnings, rows, bytes, kept: existsSync(target), target, leftOut };
}

export async function check(
  format: FileFormat,
  content: string | Uint8Array,
  columns: Column[],
  reading: FileOptions = {},
): Promise<string[]> {
  const path = newPath(format.toLowerCase());
  await writeFile(path, content);
  const all: string[] = [];
  const log = { add: (problem: Problem) => void all.push(problemSentence(problem)) };
  await checkFile({ ...sourceOf(path, format), log, reading }, columns);
  await rm(path);
  return all;
}

export function sourceOf(path: string, format: FileFormat) {
  return { path, format, name: `variants.${format.toLowerCase()}` };
}

/** Ingests valid content and reads it back: 64-bit numbers and times as text, in file order. */
export async function values(
  format: FileFormat,
  content: string | Uint8Array,
  columns: Column[],
  reading: FileOptions = {},
): Promise<Json[][]> {
  const outcome = await ingest(format, content, columns, reading);
  if (!outcome.kept) throw new Error(outcome.sentences.join(" "));
  const rows = await readBack(outcome.target);
  await rm(outcome.target);
  return rows;
}

/** Reads the table's columns from a data file. */
export async function readBack(path: string): Promise<Json[][]> {
  return query(`SELECT COLUMNS(c -> c NOT LIKE '\\_\\_%' ESCAPE '\\') FROM read_parquet('${path}')`);
}

/** Reads the line numbers of the rows in a data file. */
export async function linesOf(path: string): Promise<number[]> {
  return (await query(`SELECT __line FROM read_parquet('${path}')`)).map(([line]) => Number(line));
}

export async function query(sql: string): Promise<Json[][]> {
  connection ??= DuckDBInstance.create(":memory:", { threads: "1" }).then((instance) => instance.connect());
  return (await (await connection).runAndReadAll(sql)).getRowsJson();
}

/** One column of each scalar type. */
export const SCALAR_COLUMNS = [
  column("i", "INT64"),
  column("f", "FLOAT64"),
  column("s", "STRING"),
  column("b", "BOOL"),
  column("d", "DATE"),
  column("t", "TIMESTAMP"),
];
