import { readFile } from "node:fs/promises";
import type { Json } from "@duckdb/node-api";
import type { Column, ColumnType } from "@pdp/basics/columns";
import type { FileFormat } from "@pdp/formats/options";
import { expect } from "vitest";
import type { ReadOptions } from "../../shared/formats/source.ts";
import { column, ingest, readBack } from "../shared/formats/ingesting.ts";

/** File written by another program, with the exact result of loading it. */
export interface AwkwardFile {
  /** Test title: what makes the file awkward. */
  title: string;
  bytes: () => Promise<Uint8Array>;
  columns: Column[];
  reading?: ReadOptions;
  /** Rows with the table's columns; 64-bit integers and times are strings. */
  rows?: Json[][];
  /** Expected error messages, if the file cannot be loaded. */
  sentences?: string[];
  warnings?: string[];
}

/** Loads the file and compares the result. */
export async function expectExactly(format: FileFormat, file: AwkwardFile): Promise<void> {
  const { sentences, warnings, target, kept } = await ingest(
    format,
    await file.bytes(),
    file.columns,
    file.reading,
  );
  const rows = kept ? await readBack(target) : undefined;
  expect({ sentences, warnings, rows }).toEqual({
    sentences: file.sentences ?? [],
    warnings: file.warnings ?? [],
    rows: file.rows,
  });
}

/** Reads a file written by a program in another language; `recordings/record.py` documents how. */
export function recording(name: string): () => Promise<Uint8Array> {
  return () => readFile(new URL(`recordings/${name}`, import.meta.url));
}

/** Returns nullable columns, by name and type. */
export function columnsOf(types: Record<string, ColumnType>): Column[] {
  return Object.entries(types).map(([name, type]) => column(name, type));
}
