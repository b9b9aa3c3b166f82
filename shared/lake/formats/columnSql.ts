import type { Column, ItemType } from "#shared/domain/column.ts";
import { columnType, containsType, duckDbSyntax, itemOf, SCALAR } from "#shared/duckdb/columnTypes.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";

/**
 * Returns SQL that converts a validated cell into a value. It must be exact, but need not be strict: readCell and
 * checkJson are strict, and the counts of missing values are compared afterwards.
 */
export function fromCell(column: Column, cell: string): string {
  const text = `trim(${cell}, ${SPACE})`;
  switch (column.type) {
    case "STRING":
      return cell;
    case "TIMESTAMP":
      return timestamp(text);
    case "FLOAT64":
      return withoutNan(`TRY_CAST(${text} AS DOUBLE)`);
    case "STRUCT":
    case "ARRAY": {
      const structure = literal(JSON.stringify(jsonStructure(column)));
      return fromJson(column, `from_json(nullif(${text}, ''), ${structure})`);
    }
    default:
      return `TRY_CAST(${text} AS ${SCALAR[column.type]})`;
  }
}

/**
 * Returns the type as which the engine's CSV reader can read most cells of the column directly, faster than from text.
 */
export function directType(column: Column): string {
  const direct =
    column.type === "BOOL" || column.type === "INT64" || column.type === "FLOAT64" || column.type === "DATE";
  return direct ? SCALAR[column.type as "BOOL"] : "VARCHAR";
}

/** Converts a value of `directType`. */
export function fromDirect(column: Column, value: string): string {
  if (column.type === "FLOAT64") return withoutNan(value);
  return directType(column) === "VARCHAR" ? fromCell(column, value) : value;
}

/** Returns the type for reading JSON: the column's, but with dates and times as text, which `fromJson` converts. */
export function jsonType(type: ItemType): string {
  return columnType(type, JSON_SYNTAX);
}

const JSON_SYNTAX = { ...duckDbSyntax, scalar: { ...SCALAR, DATE: "VARCHAR", TIMESTAMP: "VARCHAR" } };

/** Converts a value of `jsonType`. */
export function fromJson(type: ItemType, value: string, depth = 0): string {
  if (!containsType(type, ["DATE", "TIMESTAMP"])) return value;
  switch (type.type) {
    case "DATE":
      return `TRY_CAST(${value} AS DATE)`;
    case "TIMESTAMP":
      return timestamp(value);
    case "ARRAY":
      return mapped(value, depth, (item) => fromJson(itemOf(type), item, depth + 1));
    default:
      return packed(value, type, (field, inner) => fromJson(field, inner, depth));
  }
}

/** Writes `[f(item), …]`; a missing list stays missing. */
export function mapped(list: string, depth: number, convert: (item: string) => string): string {
  return `list_transform(${list}, lambda x${depth}: ${convert(`x${depth}`)})`;
}

/** Writes `{field: f(value.field), …}`; a missing struct stays missing. */
export function packed(
  struct: string,
  type: ItemType,
  convert: (field: Column, value: string, index: number) => string,
  nameInFile: (field: Column, index: number) => string = ({ name }) => name,
): string {
  const fields = (type.columns ?? []).map((field, index) => {
    const value = `struct_extract(${struct}, ${literal(nameInFile(field, index))})`;
    return `${identifier(field.name)} := ${convert(field, value, index)}`;
  });
  return `CASE WHEN ${struct} IS NULL THEN NULL ELSE struct_pack(${fields.join(", ")}) END`;
}

/** Converts NaN to NULL, because NaN would be greater than every number. */
export function withoutNan(value: string): string {
  return `CASE WHEN isnan(${value}) THEN NULL ELSE ${value} END`;
}

/** Characters of trimCell. */
const SPACE = "chr(32) || chr(9) || chr(10) || chr(11) || chr(12) || chr(13)";

/**
 * Converts a time to UTC; one without a zone is UTC, the zone of the connection. The engine requires seconds before a
 * zone.
 */
function timestamp(text: string): string {
  const withSeconds = `regexp_replace(${text}, '^(.{10}[T ]\\d\\d:\\d\\d)([Z+-])', '\\1:00\\2')`;
  const cast = (value: string) => `TRY_CAST(${value} AS TIMESTAMPTZ)`;
  return `(coalesce(${cast(text)}, ${cast(withSeconds)}) AT TIME ZONE 'UTC')`;
}

function jsonStructure(type: ItemType): unknown {
  switch (type.type) {
    case "STRUCT":
      return Object.fromEntries((type.columns ?? []).map((field) => [field.name, jsonStructure(field)]));
    case "ARRAY":
      return [jsonStructure(itemOf(type))];
    default:
      return jsonType(type);
  }
}
