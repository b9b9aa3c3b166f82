import { type Column, identifier, literal } from "@pdp/basics/columns";
import { formatCount } from "@pdp/basics/wording";
import { type ConversionLimits, withDuckDb } from "./engine/convertWithDuckDb.ts";

/** Maximum number of rows in a data file to compare: rows are copied by people, whereas large files are written by programs. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 200;
/** Minimum number of columns for which equal rows are unusual. */
const MIN_COLUMNS = 2;

/**
 * Counts the rows of a data file that equal earlier rows in every column, grouped by the values of `group`, such as the id of
 * an uploaded file; without it, all rows are the group "". Large files are not compared.
 */
export async function countSameRows(
  columns: readonly Column[],
  target: string,
  rows: number,
  limits: ConversionLimits,
  group?: string,
): Promise<ReadonlyMap<string, number>> {
  const isCompared =
    rows >= 2 && rows <= MAX_ROWS && columns.length >= MIN_COLUMNS && columns.length <= MAX_COLUMNS;
  if (!isCompared) return new Map();
  const values = columns.map((column) => identifier(column.name)).join(", ");
  const [name, grouping] = group === undefined ? ["''", ""] : [`CAST(${group} AS VARCHAR)`, "GROUP BY 1"];
  const sql = `SELECT ${name} AS "group", count(*) - count(DISTINCT hash(${values})) AS same FROM read_parquet(${literal(target)}) ${grouping} HAVING same > 0`;
  const reader = await withDuckDb([target], columns.length, limits, (connection) =>
    connection.runAndReadAll(sql),
  );
  return new Map(reader.getRowObjectsJson().map((row) => [String(row.group), Number(row.same)]));
}

/** Returns the warning about duplicate rows in a file. */
export function sameRowsWarning(name: string, count: number): string {
  const rows = `${formatCount(count, "row")} ${count === 1 ? "is" : "are"}`;
  return `${name}: ${rows} identical to another row in every column. If these are not repeated measurements, undo the load.`;
}
