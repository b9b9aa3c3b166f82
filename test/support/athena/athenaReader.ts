import {
  type DuckDBConnection,
  DuckDBListType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from "@duckdb/node-api";
import { identifier, literal } from "@pdp/basics/columns";

/** Athena's hidden column that contains the URL of a row's file. */
export const PATH_COLUMN = "$path";

/** Substitutes for names that are rejected by the platform's parser, which reads the statements here. */
export function readableNames(sql: string): string {
  return sql.replaceAll('"__', '"physical__');
}

/**
 * Rewrites a Parquet file as seen by Athena's reader: lowercase names, times as the microsecond counts that a BIGINT column
 * shows, and the file's URL `uri` in the column `$path`.
 */
export async function rewriteForAthena(
  connection: DuckDBConnection,
  from: string,
  to: string,
  uri: string,
): Promise<void> {
  const source = `read_parquet(${literal(from)})`;
  const statement = await connection.prepare(`SELECT * FROM ${source}`);
  const columns = Array.from({ length: statement.columnCount }, (_, index) => {
    const name = statement.columnName(index);
    return `${athenaValue(identifier(name), statement.columnType(index), 0)} AS ${readableNames(identifier(name.toLowerCase()))}`;
  });
  columns.push(`${literal(uri)} AS ${identifier(PATH_COLUMN)}`);
  await connection.run(
    `COPY (SELECT ${columns.join(", ")} FROM ${source}) TO ${literal(to)} (FORMAT parquet)`,
  );
}

function athenaValue(value: string, type: DuckDBType, depth: number): string {
  if (type.typeId === DuckDBTypeId.TIMESTAMP) return `epoch_us(${value})`;
  if (type instanceof DuckDBListType) {
    const item = identifier(`e${depth}`);
    return `list_transform(${value}, lambda ${item}: ${athenaValue(item, type.valueType, depth + 1)})`;
  }
  if (type instanceof DuckDBStructType) {
    const fields = type.entryNames.map((name, index) => {
      const field = `struct_extract(${value}, ${literal(name)})`;
      return `${identifier(name.toLowerCase())} := ${athenaValue(field, type.entryTypes[index] as DuckDBType, depth)}`;
    });
    return `CASE WHEN ${value} IS NOT NULL THEN struct_pack(${fields.join(", ")}) END`;
  }
  return value;
}
