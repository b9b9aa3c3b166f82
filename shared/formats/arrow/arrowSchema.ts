import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  type DuckDBResult,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
} from "@duckdb/node-api";
import { DomainError } from "@pdp/basics/errors";
import {
  binary,
  bool,
  type DataType,
  dateDay,
  decimal128,
  type Field,
  field,
  float32,
  float64,
  IntervalUnit,
  int8,
  int16,
  int32,
  int64,
  interval,
  list,
  map,
  nullType,
  struct,
  TimeUnit,
  timeMicrosecond,
  timeNanosecond,
  timestamp,
  uint8,
  uint16,
  uint32,
  uint64,
  utf8,
} from "@uwdata/flechette";
import type { ArrowLayout } from "./arrowLayout.ts";

export interface ArrowSchema {
  fields: Field[];
  /** Layouts by field. */
  layouts: ArrowLayout[];
}

interface ArrowColumn {
  type: DataType;
  layout: ArrowLayout;
}

/**
 * Returns the Arrow schema of a result, with columns in order and under their original names, even if there are duplicates.
 * Every column is nullable. Throws DomainError for a column type not supported by all Arrow readers.
 */
export function arrowSchema(result: DuckDBResult): ArrowSchema {
  const names = result.columnNames();
  const columns = result.columnTypes().map((type, index) => arrowColumn(type, names[index] ?? ""));
  return {
    fields: columns.map(({ type }, index) => field(names[index] ?? "", type)),
    layouts: columns.map(({ layout }) => layout),
  };
}

function arrowColumn(type: DuckDBType, name: string): ArrowColumn {
  const simple = SIMPLE_COLUMNS.get(type.typeId);
  if (simple) return simple();
  if (type instanceof DuckDBDecimalType) return decimalColumn(type);
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    const item = arrowColumn(type.valueType, name);
    const length = type instanceof DuckDBArrayType ? type.length : null;
    return { type: list(field("item", item.type)), layout: { kind: "list", item: item.layout, length } };
  }
  if (type instanceof DuckDBStructType) return structColumn(type, name);
  if (type instanceof DuckDBMapType) return mapColumn(type, name);
  if (RENDERED_TYPES.has(type.typeId)) return { type: utf8(), layout: { kind: "rendered", type } };
  throw new DomainError(
    "invalid",
    "unsupported_result_type",
    `Column "${name}" has type ${type}, which Arrow results do not support. Cast it in the query, for example to VARCHAR.`,
  );
}

function decimalColumn({ width, scale }: DuckDBDecimalType): ArrowColumn {
  const type = decimal128(width, scale);
  if (width <= 4) return { type, layout: { kind: "decimal", width: 2 } };
  if (width <= 9) return { type, layout: { kind: "decimal", width: 4 } };
  if (width <= 18) return { type, layout: { kind: "decimal", width: 8 } };
  return { type, layout: { kind: "fixed", width: 16 } };
}

function structColumn(type: DuckDBStructType, name: string): ArrowColumn {
  const columns = type.entryTypes.map((entry) => arrowColumn(entry, name));
  return {
    type: struct(columns.map((column, index) => field(type.entryNames[index] ?? "", column.type))),
    layout: { kind: "struct", fields: columns.map(({ layout }) => layout) },
  };
}

/** Returns the column for a map, which DuckDB stores as a list of key-value structs, like Arrow. */
function mapColumn(type: DuckDBMapType, name: string): ArrowColumn {
  const key = arrowColumn(type.keyType, name);
  const value = arrowColumn(type.valueType, name);
  return {
    type: map(field("key", key.type, false), field("value", value.type)),
    layout: { kind: "list", item: { kind: "struct", fields: [key.layout, value.layout] }, length: null },
  };
}

function fixedWidthColumn(type: () => DataType, width: 1 | 2 | 4 | 8 | 16): () => ArrowColumn {
  return () => ({ type: type(), layout: { kind: "fixed", width } });
}

const SIMPLE_COLUMNS: ReadonlyMap<DuckDBTypeId, () => ArrowColumn> = new Map<DuckDBTypeId, () => ArrowColumn>(
  [
    [DuckDBTypeId.SQLNULL, () => ({ type: nullType(), layout: { kind: "null" } })],
    [DuckDBTypeId.BOOLEAN, () => ({ type: bool(), layout: { kind: "boolean" } })],
    [DuckDBTypeId.TINYINT, fixedWidthColumn(int8, 1)],
    [DuckDBTypeId.SMALLINT, fixedWidthColumn(int16, 2)],
    [DuckDBTypeId.INTEGER, fixedWidthColumn(int32, 4)],
    [DuckDBTypeId.BIGINT, fixedWidthColumn(int64, 8)],
    [DuckDBTypeId.UTINYINT, fixedWidthColumn(uint8, 1)],
    [DuckDBTypeId.USMALLINT, fixedWidthColumn(uint16, 2)],
    [DuckDBTypeId.UINTEGER, fixedWidthColumn(uint32, 4)],
    [DuckDBTypeId.UBIGINT, fixedWidthColumn(uint64, 8)],
    // Type of sum() over integers: a decimal is exact, unlike a float64.
    [DuckDBTypeId.HUGEINT, fixedWidthColumn(() => decimal128(38, 0), 16)],
    [DuckDBTypeId.FLOAT, fixedWidthColumn(float32, 4)],
    [DuckDBTypeId.DOUBLE, fixedWidthColumn(float64, 8)],
    [DuckDBTypeId.DATE, fixedWidthColumn(dateDay, 4)],
    [DuckDBTypeId.TIME, fixedWidthColumn(timeMicrosecond, 8)],
    [DuckDBTypeId.TIME_NS, fixedWidthColumn(timeNanosecond, 8)],
    [DuckDBTypeId.TIMESTAMP, fixedWidthColumn(() => timestamp(TimeUnit.MICROSECOND), 8)],
    [DuckDBTypeId.TIMESTAMP_S, fixedWidthColumn(() => timestamp(TimeUnit.SECOND), 8)],
    [DuckDBTypeId.TIMESTAMP_MS, fixedWidthColumn(() => timestamp(TimeUnit.MILLISECOND), 8)],
    [DuckDBTypeId.TIMESTAMP_NS, fixedWidthColumn(() => timestamp(TimeUnit.NANOSECOND), 8)],
    [DuckDBTypeId.TIMESTAMP_TZ, fixedWidthColumn(() => timestamp(TimeUnit.MICROSECOND, "UTC"), 8)],
    [
      DuckDBTypeId.INTERVAL,
      () => ({ type: interval(IntervalUnit.MONTH_DAY_NANO), layout: { kind: "interval" } }),
    ],
    [DuckDBTypeId.VARCHAR, () => ({ type: utf8(), layout: { kind: "text" } })],
    [DuckDBTypeId.BLOB, () => ({ type: binary(), layout: { kind: "text" } })],
  ],
);

/** Types written as text. UHUGEINT has 39 digits, one more than the decimals supported by all readers. */
const RENDERED_TYPES: ReadonlySet<DuckDBTypeId> = new Set([
  DuckDBTypeId.UHUGEINT,
  DuckDBTypeId.BIGNUM,
  DuckDBTypeId.BIT,
  DuckDBTypeId.TIME_TZ,
  DuckDBTypeId.UUID,
  DuckDBTypeId.ENUM,
]);
