import { createHash } from "node:crypto";
import type { ItemType } from "#shared/domain/column.ts";
import { duckDbType } from "#shared/lake/formats/columnSql.ts";
import type { NamedRelation } from "../relation.ts";
import { identifier } from "../sqlText.ts";

/** External table over an exact list of files. Its name is a digest of its definition, so that it never changes. */
export interface AthenaTable {
  name: string;
  /** Names and types of the columns in Glue. */
  columns: { Name: string; Type: string }[];
  keys: string[];
}

/** Returns the table with a relation's rows; undefined for a relation without files. */
export function athenaTable({ columns, files }: NamedRelation): AthenaTable | undefined {
  if (files.length === 0) return undefined;
  const glueColumns = columns.map(({ name, ...type }) => ({
    Name: name.toLowerCase(),
    Type: glueType(type),
  }));
  const keys = files.map(({ key }) => key).sort();
  const hash = createHash("sha256").update(JSON.stringify([glueColumns, keys]));
  return { name: `t_${hash.digest("hex").slice(0, 40)}`, columns: glueColumns, keys };
}

/** Tells whether a name is one of a table that was declared here. */
export function isAthenaTableName(name: string): boolean {
  return /^t_[0-9a-f]{40}$/.test(name);
}

const GLUE_TYPES = {
  BOOL: "boolean",
  INT64: "bigint",
  FLOAT64: "double",
  STRING: "string",
  DATE: "date",
  // Athena reads timestamps of Parquet files in milliseconds; as a bigint, they keep their microseconds.
  TIMESTAMP: "bigint",
} as const;

function glueType(type: ItemType): string {
  if (type.type === "ARRAY") return `array<${glueType(itemOf(type))}>`;
  if (type.type === "STRUCT") {
    const fields = (type.columns ?? []).map(
      ({ name, ...field }) => `${name.toLowerCase()}:${glueType(field)}`,
    );
    return `struct<${fields.join(",")}>`;
  }
  return GLUE_TYPES[type.type];
}

/**
 * Returns the Trino SQL of a relation's rows: exactly its columns with the platform's types, from its table if it has
 * rows.
 */
export function athenaRelationSql({ columns }: NamedRelation, table: AthenaTable | undefined): string {
  const items = columns.map((column) => {
    const name = identifier(column.name);
    const value = table ? fromTable(name, column, 0) : `CAST(NULL AS ${trinoColumnType(column)})`;
    return value === name ? name : `${value} AS ${name}`;
  });
  return `SELECT ${items.join(", ")} ${table ? `FROM ${identifier(table.name)}` : "WHERE false"}`;
}

/** Converts a value of the table (a column or a part of one) to the platform's type; only times differ. */
function fromTable(value: string, type: ItemType, depth: number): string {
  if (!holdsTime(type)) return value;
  if (type.type === "ARRAY") {
    const item = identifier(`e${depth}`);
    return `transform(${value}, (${item}) -> ${fromTable(item, itemOf(type), depth + 1)})`;
  }
  if (type.type === "STRUCT") {
    const fields = (type.columns ?? []).map((field) =>
      fromTable(`(${value}).${identifier(field.name)}`, field, depth + 1),
    );
    return `if(${value} IS NULL, NULL, CAST(ROW(${fields.join(", ")}) AS ${trinoColumnType(type)}))`;
  }
  // A BIGINT would overflow after the year 2262.
  return `CAST(from_unixtime_nanos(CAST(${value} AS DECIMAL(20, 0)) * 1000) AT TIME ZONE 'UTC' AS TIMESTAMP(6))`;
}

function holdsTime(type: ItemType): boolean {
  if (type.type === "ARRAY") return holdsTime(itemOf(type));
  if (type.type === "STRUCT") return (type.columns ?? []).some(holdsTime);
  return type.type === "TIMESTAMP";
}

function trinoColumnType(type: ItemType): string {
  if (type.type === "ARRAY") return `ARRAY(${trinoColumnType(itemOf(type))})`;
  if (type.type === "STRUCT") {
    const fields = (type.columns ?? []).map((field) => `${identifier(field.name)} ${trinoColumnType(field)}`);
    return `ROW(${fields.join(", ")})`;
  }
  return type.type === "TIMESTAMP" ? "TIMESTAMP(6)" : duckDbType(type);
}

function itemOf({ item_type }: ItemType): ItemType {
  if (!item_type) throw new Error("An ARRAY column has no item type");
  return item_type;
}
