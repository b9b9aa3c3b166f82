import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
} from "@duckdb/node-api";
import { type Column, columnType, type ItemType, identifier, literal } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { contains, isFine, TIME_WITH_ZONE, type Type, typeText } from "@pdp/trino/types";
import { RESULT_COLUMN_TYPES } from "#shared/engines/duckdb/resultColumnTypes.ts";
import { narrowType, type ResultColumn } from "#shared/engines/duckdb/resultTypes.ts";

/**
 * Lossless encoding of the values of one type in Athena's Parquet files. Athena writes timestamps in milliseconds and rejects
 * some field names, so times and decimals are stored as text, and fields by position.
 */
export interface TransferType {
  /** Trino type to which a value is cast before it is written. */
  trino: string;
  /** Returns the Trino SQL for an equivalent value that can be cast, if the type itself cannot be. */
  write?: (value: string) => string;
  /** Column type in the Parquet files. */
  item: ItemType;
  /** Returns the DuckDB SQL for the original value, given the SQL for the stored value. */
  read: (column: string) => string;
}

/** Returns the encoding of a column. Throws DomainError `invalid_sql` for a type that is not allowed in a result. */
export function transferTypeOf({ name, type }: ResultColumn, trinoType?: Type): TransferType {
  const isJson = trinoType?.name === "json";
  if (!isJson && trinoType && contains(trinoType, (part) => part.name === "json")) {
    const inside = `Column ${name} contains JSON within ${typeText(trinoType)}. Use CAST(${name} AS JSON) to convert the whole value to JSON.`;
    throw new DomainError("malformed", "invalid_sql", inside);
  }
  if (trinoType && contains(trinoType, (part) => isFine(part) && part.name !== TIME_WITH_ZONE)) {
    const long = `Column ${name} has type ${typeText(trinoType)}, and times in a result have at most 6 fractional digits. CAST it to TIMESTAMP(6) or VARCHAR.`;
    throw new DomainError("malformed", "invalid_sql", long);
  }
  const transferType = type instanceof DuckDBMapType ? transferMap(type) : transferTypeAt(type, 0);
  // A cast of JSON to VARCHAR only reads strings and numbers.
  if (transferType)
    return isJson ? { ...transferType, write: (value) => `json_format(${value})` } : transferType;
  const sentence = `Column ${name} has type ${type}, which results do not support. Cast it, for example to VARCHAR.`;
  throw new DomainError("malformed", "invalid_sql", sentence);
}

function transferTypeAt(type: DuckDBType, depth: number): TransferType | undefined {
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType)
    return transferList(type.valueType, depth);
  if (type instanceof DuckDBStructType) return transferRow(type, depth);
  const column = type instanceof DuckDBDecimalType ? "STRING" : RESULT_COLUMN_TYPES.get(type.typeId)?.column;
  if (!column) return undefined;
  const item: ItemType = { type: column === "TIMESTAMP" ? "STRING" : column, nullable: true };
  const target = narrowType(type);
  // Five-digit years have a sign in Trino.
  const text = (stored: string): string => (column === "TIMESTAMP" ? `ltrim(${stored}, '+')` : stored);
  return { trino: columnType(item), item, read: (stored) => `CAST(${text(stored)} AS ${target})` };
}

/** Stores a map as a list of its entries. */
function transferMap({ keyType, valueType }: DuckDBMapType): TransferType | undefined {
  const [key, value] = [transferTypeAt(keyType, 1), transferTypeAt(valueType, 1)];
  if (!key || !value) return undefined;
  const [k, v] = [fieldName(0), fieldName(1)].map(identifier) as [string, string];
  const each = (column: string, read: TransferType["read"], field: string): string =>
    `list_transform(${column}, lambda "__m": ${read(`"__m".${field}`)})`;
  return {
    trino: `ARRAY(ROW(${k} ${key.trino}, ${v} ${value.trino}))`,
    write: (map) => `map_entries(${map})`,
    item: {
      type: "ARRAY",
      nullable: true,
      item_type: {
        type: "STRUCT",
        nullable: true,
        columns: [transferColumn(fieldName(0), key.item), transferColumn(fieldName(1), value.item)],
      },
    },
    read: (column) =>
      `CASE WHEN ${column} IS NOT NULL THEN map(${each(column, key.read, k)}, ${each(column, value.read, v)}) END`,
  };
}

function transferList(value: DuckDBType, depth: number): TransferType | undefined {
  const inner = transferTypeAt(value, depth + 1);
  if (!inner) return undefined;
  const parameter = identifier(`__e${depth}`);
  return {
    trino: `ARRAY(${inner.trino})`,
    item: { type: "ARRAY", nullable: true, item_type: inner.item },
    read: (column) => `list_transform(${column}, lambda ${parameter}: ${inner.read(parameter)})`,
  };
}

function transferRow({ entryNames, entryTypes }: DuckDBStructType, depth: number): TransferType | undefined {
  const fields: TransferType[] = [];
  for (const entry of entryTypes) {
    const field = transferTypeAt(entry, depth + 1);
    if (!field) return undefined;
    fields.push(field);
  }
  const isNamed = entryNames.every((name) => name !== "");
  const read = (column: string): string => {
    const values = fields.map((field, index) => {
      const value = field.read(`struct_extract(${column}, ${literal(fieldName(index))})`);
      return isNamed ? `${identifier(entryNames[index] ?? "")} := ${value}` : value;
    });
    const made = `${isNamed ? "struct_pack" : "row"}(${values.join(", ")})`;
    return `CASE WHEN ${column} IS NULL THEN NULL ELSE ${made} END`;
  };
  const columns = fields.map(({ item }, index) => transferColumn(fieldName(index), item));
  return {
    trino: `ROW(${fields.map(({ trino }, index) => `${identifier(fieldName(index))} ${trino}`).join(", ")})`,
    item: { type: "STRUCT", nullable: true, columns },
    read,
  };
}

/** Returns the Parquet column for a result column. */
export function transferColumn(name: string, item: ItemType): Column {
  return { name, ...item, metadata: { description: null, deprecated: false } };
}

function fieldName(index: number): string {
  return `f${index}`;
}
