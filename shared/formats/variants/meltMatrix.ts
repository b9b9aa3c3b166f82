import type { DuckDBConnection } from "@duckdb/node-api";
import { type Column, identifier, literal } from "@pdp/basics/columns";
import { copyToParquet, LINE_COLUMN } from "../engine/convertWithDuckDb.ts";
import { matrixColumns } from "./sequenceRule.ts";
import { HEADER } from "./variantReader.ts";

const ROW_BYTES = 50;

/**
 * Writes the values of a matrix as one row each, in row and column order; skips empty cells.
 */
export async function meltMatrix(
  connection: DuckDBConnection,
  { matrix, value }: { matrix: string; value: string },
  columns: readonly Column[],
  path: string,
  target: string,
): Promise<void> {
  const melted = matrixColumns(matrix, columns);
  const names = new Set(melted.map(({ name }) => name));
  const kept = columns.filter(({ name }) => !names.has(name)).map(({ name }) => identifier(name));
  const values = melted.map(({ name }) => `CAST(${identifier(name)} AS DOUBLE) AS ${identifier(name)}`);
  const order = `list_position([${melted.map(({ name }) => literal(name)).join(", ")}], ${identifier(HEADER)})`;
  const line = identifier(LINE_COLUMN);
  const wide = `SELECT ${[...kept, ...values, line].join(", ")} FROM read_parquet(${literal(path)})`;
  const long = `SELECT * FROM (${wide}) UNPIVOT (${identifier(value)} FOR ${identifier(HEADER)} IN (${[...names].map(identifier).join(", ")})) ORDER BY ${line}, ${order}`;
  await copyToParquet(connection, long, target, [], ROW_BYTES);
}
