import { DuckDBTypeId } from "@duckdb/node-api";
import { type ItemType, identifier, itemOf, literal, mapList, packStruct } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { columnOf, type ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";

/** Characters that require a CSV cell to be quoted; leading and trailing spaces do too, because some readers remove them. */
const QUOTED = `[",\\r\\n]|^[ \\t]|[ \\t]$`;

/** Returns the header of a CSV file as one line. */
export function csvHeader(columns: readonly ResultColumn[]): string {
  const cells = columns.map(({ name }) =>
    name === "" || /[",\r\n]|^\s|\s$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name,
  );
  return `${cells.join(",")}\n`;
}

/**
 * Returns SQL with a single column that contains the rows of `sql` as CSV lines: an empty cell is a missing value, `""` an
 * empty string, and nested values are JSON.
 */
export function csvSql(sql: string, columns: readonly ResultColumn[]): string {
  const cells = columns.map((column, index) => `coalesce(${csvCell(column, cellName(index))}, '')`);
  return `SELECT concat_ws(',', ${cells.join(", ")}) || chr(10) FROM ${resultSql(sql, columns)}`;
}

/** Returns SQL with a single column that contains the rows of `sql` as JSON objects, each followed by a line break. */
export function ndjsonSql(sql: string, columns: readonly ResultColumn[]): string {
  requireDistinctNames(columns, "NDJSON", (name) => name);
  const fields = columns.map((column, index) => {
    return `${literal(column.name)}, ${finiteSql(columnOf(column), cellName(index))}`;
  });
  return `SELECT json_object(${fields.join(", ")})::VARCHAR || chr(10) FROM ${resultSql(sql, columns)}`;
}

/** Returns SQL for the rows of `sql` with nested values as JSON and decimals as text. */
export function flatSql(sql: string, columns: readonly ResultColumn[]): string {
  const values = columns.map((column, index) => {
    const cell = cellName(index);
    const item = columnOf(column);
    if (isNested(item)) return jsonSql(item, cell);
    return String(column.type).startsWith("DECIMAL") ? `${cell}::VARCHAR` : cell;
  });
  return `SELECT ${values.join(", ")} FROM ${resultSql(sql, columns)}`;
}

/** Throws DomainError if two columns have the same name but `format` requires unique names. */
export function requireDistinctNames(
  columns: readonly ResultColumn[],
  format: string,
  keyOf: (name: string) => string,
): void {
  const names = new Set<string>();
  for (const { name } of columns) {
    if (!names.has(keyOf(name))) names.add(keyOf(name));
    else {
      const sentence = `Two result columns are named "${name}", which ${format} does not support. Rename one of them with AS.`;
      throw new DomainError("malformed", "invalid_sql", sentence);
    }
  }
}

function csvCell(column: ResultColumn, cell: string): string {
  const item = columnOf(column);
  if (isNested(item)) return quotedSql(jsonSql(item, cell));
  if (item.type === "STRING") return quotedSql(cell);
  if (column.type.typeId !== DuckDBTypeId.FLOAT && column.type.typeId !== DuckDBTypeId.DOUBLE)
    return `${cell}::VARCHAR`;
  // The shortest text of a FLOAT denotes a different DOUBLE. DuckDB writes a NaN with a sign as -nan.
  return `CASE WHEN isnan(${cell}) THEN 'nan' ELSE ${cell}::DOUBLE::VARCHAR END`;
}

function quotedSql(text: string): string {
  const quoted = `'"' || replace(${text}, '"', '""') || '"'`;
  return `CASE WHEN ${text} = '' OR regexp_matches(${text}, ${literal(QUOTED)}) THEN ${quoted} ELSE ${text} END`;
}

function jsonSql(item: ItemType, value: string): string {
  return `CASE WHEN ${value} IS NULL THEN NULL ELSE to_json(${finiteSql(item, value)})::VARCHAR END`;
}

/** Returns SQL for a value with NULL in place of numbers that JSON cannot represent (NaN, infinity). */
function finiteSql(item: ItemType, value: string, depth = 0): string {
  if (!hasFloat(item)) return value;
  if (item.type === "FLOAT64") return `CASE WHEN isfinite(${value}::DOUBLE) THEN ${value} END`;
  return item.type === "ARRAY"
    ? mapList(value, depth, (inner) => finiteSql(itemOf(item), inner, depth + 1))
    : packStruct(value, item, (field, inner) => finiteSql(field, inner, depth));
}

function hasFloat(item: ItemType): boolean {
  if (item.type === "ARRAY") return hasFloat(itemOf(item));
  if (item.type === "STRUCT") return (item.columns ?? []).some(hasFloat);
  return item.type === "FLOAT64";
}

export function isNested({ type }: ItemType): boolean {
  return type === "ARRAY" || type === "STRUCT";
}

function resultSql(sql: string, columns: readonly ResultColumn[]): string {
  return `(${sql}) AS "_output"(${columns.map((_, index) => cellName(index)).join(", ")})`;
}

function cellName(index: number): string {
  return identifier(`c${index}`);
}
