import { type Column, identifier, literal } from "@pdp/basics/columns";
import { type ConversionLimits, withDuckDb } from "../engine/convertWithDuckDb.ts";
import { rowWarnings } from "./rowWarnings.ts";

/** Maximum number of cells to read, from the first rows of a file. */
const MAX_CELLS = 50_000;
const MAX_COLUMNS = 500;
const LOOKED_AT = new Set(["STRING", "INT64", "FLOAT64"]);

/** Returns sentences about unusual contents in the first rows of a written file, each with the name of the uploaded file. */
export async function loadedRowWarnings(
  name: string,
  columns: readonly Column[],
  target: string,
  limits: ConversionLimits,
  isNumbered = false,
): Promise<string[]> {
  const looked = columns.filter(({ type }) => LOOKED_AT.has(type)).slice(0, MAX_COLUMNS);
  if (looked.length === 0) return [];
  const values = looked.map((column, index) => `CAST(${identifier(column.name)} AS VARCHAR) AS c${index}`);
  const rows = Math.floor(MAX_CELLS / looked.length);
  const sql = `SELECT ${values.join(", ")} FROM read_parquet(${literal(target)}) LIMIT ${rows}`;
  const cells = await withDuckDb([target], columns.length, limits, async (connection) =>
    (await connection.runAndReadAll(sql)).getColumnsJson(),
  );
  const warned = looked.map((column, index) => ({
    column,
    cells: (cells[index] ?? []) as (string | null)[],
  }));
  return rowWarnings(warned, [], isNumbered).map((sentence) => `${name}: ${sentence}`);
}
