import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  type DuckDBPreparedStatement,
  DuckDBStructType,
  type DuckDBType,
} from "@duckdb/node-api";
import { type Column, type ItemType, identifier } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { RESULT_COLUMN_TYPES } from "#shared/engines/duckdb/resultColumnTypes.ts";

export interface ResultColumn {
  name: string;
  type: DuckDBType;
}

export function resultColumns(statement: DuckDBPreparedStatement): ResultColumn[] {
  return Array.from({ length: statement.columnCount }, (_, index) => ({
    name: statement.columnName(index),
    type: statement.columnType(index),
  }));
}

/** Returns the query with its columns cast to Trino's types, or undefined if no cast is needed. */
export function narrowSql(sql: string, columns: readonly ResultColumn[]): string | undefined {
  if (!columns.some(({ type }) => isInvented(type))) return undefined;
  const items = columns.map(({ name, type }, index) => {
    const value = identifier(`c${index}`);
    return `${isInvented(type) ? `CAST(${value} AS ${narrowType(type)})` : value} AS ${identifier(name)}`;
  });
  const names = columns.map((_, index) => identifier(`c${index}`)).join(", ");
  return `SELECT ${items.join(", ")} FROM (${sql}) AS "_result"(${names})`;
}

function isInvented(type: DuckDBType): boolean {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) return isInvented(type.valueType);
  if (type instanceof DuckDBStructType) return type.entryTypes.some(isInvented);
  return RESULT_COLUMN_TYPES.get(type.typeId)?.narrowed !== undefined;
}

/** Returns the DuckDB type of a value after the cast to Trino's type. */
export function narrowType(type: DuckDBType): string {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
    return `${narrowType(type.valueType)}[]`;
  if (type instanceof DuckDBStructType) {
    const fields = type.entryTypes.map(
      (entry, index) => `${identifier(type.entryNames[index] ?? "")} ${narrowType(entry)}`,
    );
    return `STRUCT(${fields.join(", ")})`;
  }
  return RESULT_COLUMN_TYPES.get(type.typeId)?.narrowed ?? String(type);
}

/**
 * Returns the platform column for a result column. Throws DomainError for a type or name that a column cannot have.
 */
export function columnOf({ name, type }: ResultColumn): Column {
  return { name, ...itemOf(name, type), metadata: { description: null, deprecated: false } };
}

function itemOf(name: string, type: DuckDBType): ItemType {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    return { type: "ARRAY", nullable: true, item_type: itemOf(name, type.valueType) };
  }
  if (type instanceof DuckDBStructType) {
    const columns = type.entryTypes.map((entry, index) => {
      const field = type.entryNames[index] ?? "";
      if (field !== "") return columnOf({ name: field, type: entry });
      throw unsupportedResult(`The fields of column ${name} must be named: CAST(… AS ROW(a BIGINT, …))`);
    });
    return { type: "STRUCT", nullable: true, columns };
  }
  const simple = type instanceof DuckDBDecimalType ? "FLOAT64" : RESULT_COLUMN_TYPES.get(type.typeId)?.column;
  if (simple) return { type: simple, nullable: true };
  throw unsupportedResult(
    `Column ${name} has type ${type}, which table columns do not support. Cast it, for example to VARCHAR`,
  );
}

function unsupportedResult(sentence: string): DomainError {
  return new DomainError("malformed", "invalid_sql", `${sentence}.`);
}
