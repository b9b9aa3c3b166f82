import {
  type Column,
  columnType,
  duckDbSyntax,
  type ItemType,
  itemOf,
  literal,
  mapList,
  namedItemOf,
  packStruct,
  sequenceRuleOf,
  type TypeSyntax,
  type ValueType,
} from "@pdp/basics/columns";
import { type CellRules, type Notation, typedNotation, USUAL_RULES } from "./cellRules.ts";
import { trimTextSql } from "./trimText.ts";
import { grammarOf, jsonScalarType, withoutNan } from "./valueGrammar.ts";

/**
 * Returns SQL that converts a validated cell to a value. It must be exact but need not be strict: readCell and checkJson are
 * strict, and the counts of missing values are compared afterwards.
 */
export function fromCell(column: Column, cell: string, rules: CellRules = USUAL_RULES): string {
  const value = fromPresentCell(column, cell, rules);
  return rules.missing === undefined ? value : rules.missing.toSql(cell, value);
}

function fromPresentCell(column: Column, cell: string, { notation }: CellRules): string {
  const grammar = grammarOf(column, notation);
  if (grammar !== undefined) return grammar.fromText(grammar.isText ? cell : trimTextSql(cell));
  const structure = literal(JSON.stringify(jsonStructure(column)));
  const json = `from_json(nullif(${trimTextSql(cell)}, ''), ${structure})`;
  return fromJson(column, json, 0, typedNotation(notation));
}

/**
 * Returns the type with which the engine's CSV reader can read most cells of the column directly, which is faster than reading
 * them as text.
 */
export function directType(column: Column, rules: CellRules = USUAL_RULES): string {
  return isReadDirectly(column, rules) ? columnType(column) : TEXT;
}

function isReadDirectly(column: Column, { notation, missing }: CellRules): boolean {
  return missing === undefined && grammarOf(column, notation)?.isReadByEngine === true;
}

/** Converts a value of `directType`. */
export function fromDirect(column: Column, value: string, rules: CellRules = USUAL_RULES): string {
  if (!isReadDirectly(column, rules)) return fromCell(column, value, rules);
  return grammarOf(column)?.hasNan ? withoutNan(value) : value;
}

/** Returns the type for reading JSON: the column's type, but with dates and times as text, which `fromJson` converts. */
export function jsonType(type: ItemType): string {
  return columnType(type, JSON_SYNTAX);
}

const JSON_SYNTAX: TypeSyntax = { ...duckDbSyntax, scalar: jsonScalarType };

/** Converts a value of `jsonType`. */
export function fromJson(type: ValueType, value: string, depth = 0, notation: Notation = {}): string {
  if (isReadAsIs(type)) return value;
  const grammar = grammarOf(type, notation);
  if (grammar !== undefined) return grammar.fromText(value);
  return type.type === "ARRAY"
    ? mapList(value, depth, (item) => fromJson(namedItemOf(type), item, depth + 1, notation))
    : packStruct(value, type, (field, inner) => fromJson(field, inner, depth, notation));
}

/** Tells whether values of `jsonType` need no conversion. */
function isReadAsIs(type: ValueType): boolean {
  if (type.type === "ARRAY") return isReadAsIs(namedItemOf(type));
  if (type.type === "STRUCT") return (type.columns ?? []).every(isReadAsIs);
  return jsonType(type) === columnType(type) && sequenceRuleOf(type) === undefined;
}

const TEXT = "VARCHAR";

function jsonStructure(type: ItemType): unknown {
  if (type.type === "ARRAY") return [jsonStructure(itemOf(type))];
  if (type.type !== "STRUCT") return jsonType(type);
  return Object.fromEntries((type.columns ?? []).map((field) => [field.name, jsonStructure(field)]));
}
