import type { Json } from "@duckdb/node-api";
import type { Column, ColumnType } from "@pdp/basics/columns";
import type { FileFormat, FileOptions } from "@pdp/formats/options";
import { column } from "#test/shared/formats/ingesting.ts";

/** Realistic file with its result: rows or error messages. */
export interface AwkwardText {
  name: string;
  format: FileFormat;
  content: () => string | Uint8Array | Promise<string | Uint8Array>;
  columns: Column[];
  reading?: FileOptions;
  rows?: Json[][];
  warnings?: string[];
  /** Error messages from a load into the table "variants", without the file name. */
  errors?: string[];
}

/** Columns by name; an exclamation mark after a type means that a value is required. */
export function columns(types: Record<string, ColumnType | `${ColumnType}!`>): Column[] {
  return Object.entries(types).map(([name, type]) =>
    column(name, type.replace("!", "") as ColumnType, { nullable: !type.endsWith("!") }),
  );
}
