import {
  type DuckDBConnection,
  DuckDBListType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from "@duckdb/node-api";
import { identifier, literal } from "#shared/duckdb/quoting.ts";

/**
 * Writes a Parquet file anew as Athena's reader sees it: names in lower case, and times as the numbers of microseconds that a
 * BIGINT column shows.
 */
export async function rewriteForAthena(
  connection: DuckDBConnection,
  from: string,
  to: string,
): Promise<void> {
  const source = `read_parquet(${literal(from)})`;
  const statement = await connection.prepare(`SELECT * FROM ${source}`);
  const columns = Array.from({ length: statement.columnCount }, (_, index) => {
    const name = statement.columnName(index);
    return `${athenaValue(identifier(name), statement.columnType(index), 0)} AS ${identifier(name.toLowerCase())}`;
  });
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
