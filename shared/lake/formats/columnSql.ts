import type { Column, ItemType } from "#shared/domain/column.ts";
import { columnType, duckDbSyntax, itemOf, type TypeSyntax } from "#shared/duckdb/columnTypes.ts";
import { identifier, literal } from "#shared/duckdb/quoting.ts";
import { grammarOf, jsonScalarTypes, trimTextSql, withoutNan } from "./valueGrammar.ts";

/**
 * Returns SQL that converts a validated cell into a value. It must be exact, but need not be strict: readCell and
 * checkJson are strict, and the counts of missing values are compared afterwards.
 */
export function fromCell(column: Column, cell: string): string {
  const grammar = grammarOf(column);
  if (grammar !== undefined) return grammar.fromText(grammar.isText ? cell : trimTextSql(cell));
  const structure = literal(JSON.stringify(jsonStructure(column)));
  return fromJson(column, `from_json(nullif(${trimTextSql(cell)}, ''), ${structure})`);
}

/**
 * Returns the type as which the engine's CSV reader can read most cells of the column directly, faster than from text.
 */
export function directType(column: Column): string {
  const grammar = grammarOf(column);
  return grammar?.isReadByEngine ? columnType(column) : TEXT;
}

/** Converts a value of `directType`. */
export function fromDirect(column: Column, value: string): string {
  const grammar = grammarOf(column);
  if (!grammar?.isReadByEngine) return fromCell(column, value);
  return grammar.hasNan ? withoutNan(value) : value;
}

/** Returns the type for reading JSON: the column's, but with dates and times as text, which `fromJson` converts. */
export function jsonType(type: ItemType): string {
  return columnType(type, JSON_SYNTAX);
}

const JSON_SYNTAX: TypeSyntax = { ...duckDbSyntax, scalar: jsonScalarTypes };

/** Converts a value of `jsonType`. */
export function fromJson(type: ItemType, value: string, depth = 0): string {
  if (jsonType(type) === columnType(type)) return value;
  const grammar = grammarOf(type);
  if (grammar !== undefined) return grammar.fromText(value);
  return type.type === "ARRAY"
    ? mapList(value, depth, (item) => fromJson(itemOf(type), item, depth + 1))
    : packStruct(value, type, (field, inner) => fromJson(field, inner, depth));
}

/** Writes `[f(item), …]`; a missing list stays missing. */
export function mapList(list: string, depth: number, convert: (item: string) => string): string {
  return `list_transform(${list}, lambda x${depth}: ${convert(`x${depth}`)})`;
}

/** Writes `{field: f(value.field), …}`; a missing struct stays missing. */
export function packStruct(
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

const TEXT = "VARCHAR";

function jsonStructure(type: ItemType): unknown {
  if (type.type === "ARRAY") return [jsonStructure(itemOf(type))];
  if (type.type !== "STRUCT") return jsonType(type);
  return Object.fromEntries((type.columns ?? []).map((field) => [field.name, jsonStructure(field)]));
}
