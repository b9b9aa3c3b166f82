import {
  type Column,
  type ItemType,
  namedItemOf,
  nameKey,
  SCALARS,
  sourceName,
  type ValueKind,
} from "@pdp/basics/columns";
import type { Problem } from "@pdp/basics/wording";
import type { SchemaTree } from "hyparquet";
import { matchColumns, shortName } from "../matchColumns.ts";
import type { Source } from "../source.ts";
import { readParquetFooter } from "./readParquetFooter.ts";

/** Column of the table as stored in a Parquet file, with its nested fields or items. */
export interface ParquetField {
  type: ItemType;
  /** Name in the file; empty for list items. */
  name: string;
  /** True for unsigned 64-bit integers; INT64 cannot represent the upper half of their range. */
  unsigned64: boolean;
  /** Storage type of times that may be finer than a microsecond: nanoseconds, or the legacy type INT96. */
  fineTimes: "NANOSECONDS" | "INT96" | undefined;
  /** True if values may be NaN or infinite. */
  mayBeNan: boolean;
  /** Scale of a DECIMAL read as FLOAT64; 0 for a 64-bit integer. Undefined for types with values that always fit. */
  decimals: number | undefined;
  /** True if the writer did not assign a type because there are no values. */
  untyped: boolean;
  /** True for a repeated group with one field and without a list annotation: the engine's items are that field's values. */
  unwrapped: boolean;
  children: ParquetField[];
}

export interface ParquetPlan {
  /** Fields in the table's order. */
  fields: ParquetField[];
  /** Names of all columns in the file. */
  names: string[];
  rows: number;
  problems: Problem[];
}

const MAX_ROWS = 200_000_000;
const MAX_DEPTH = 50;

/** Compares the types in a Parquet file with the table's types: only lossless conversions are accepted. */
export async function planParquet(source: Source, columns: readonly Column[]): Promise<ParquetPlan> {
  const plan: ParquetPlan = { fields: [], names: [], rows: 0, problems: [] };
  const refuse = (reason: string) => {
    plan.problems.push({ file: source.name, reason });
    return plan;
  };
  const read = await readParquetFooter(source.path);
  if (typeof read === "string") return refuse(read);
  plan.rows = read.rows;
  if (plan.rows > MAX_ROWS) return refuse(`the file has more than ${MAX_ROWS.toLocaleString("en-US")} rows`);
  const names = read.schema.children.map(({ element }) => element.name);
  plan.names = names;
  const { positions, problems } = matchColumns(
    columns,
    names,
    source.name,
    undefined,
    source.reading?.ignored_columns,
  );
  plan.problems.push(...problems);
  columns.forEach((column, index) => {
    const tree = read.schema.children[positions[index] as number];
    if (tree === undefined) return;
    const field = fieldOf(tree, column, 0);
    if (typeof field !== "string") plan.fields.push(field);
    else plan.problems.push({ file: source.name, column: sourceName(column), reason: field });
  });
  return plan;
}

/**
 * Returns the field, or the reason why it does not fit the type. `asItem` means that the tree is a list item, which in files
 * of older writers may be the repeated element itself.
 */
function fieldOf(tree: SchemaTree, type: ItemType, depth: number, asItem = false): ParquetField | string {
  const { element } = tree;
  if (depth > MAX_DEPTH) return `it is nested more than ${MAX_DEPTH} levels deep`;
  const field: ParquetField = {
    type,
    name: element.name,
    unsigned64: false,
    fineTimes: undefined,
    mayBeNan: false,
    decimals: undefined,
    untyped: element.logical_type?.type === "NULL",
    unwrapped: asItem && element.repetition_type === "REPEATED" && tree.children.length === 1,
    children: [],
  };
  if (field.untyped) return field;
  if (type.type === "ARRAY") return listField(field, tree, type, depth, asItem);
  if (element.repetition_type === "REPEATED" && !asItem) return misfit(tree, type);
  if (type.type === "STRUCT") return structField(field, tree, type, depth);
  if (tree.children.length > 0 || !FITS[SCALARS[type.type].values](tree)) return misfit(tree, type);
  const { converted_type: converted, logical_type: logical } = element;
  field.unsigned64 =
    converted === "UINT_64" || (logical?.type === "INTEGER" && !logical.isSigned && logical.bitWidth === 64);
  setTimes(field, tree);
  field.mayBeNan = type.type === "FLOAT64" && !isWhole(tree) && !isDecimal(tree);
  if (type.type === "FLOAT64" && isDecimal(tree)) field.decimals = element.scale ?? 0;
  if (type.type === "FLOAT64" && isWhole(tree) && element.type === "INT64") field.decimals = 0;
  return field;
}

/** Tells whether a tree can be read as a type; `asItem` means that it is a list item. */
export function fitsType(tree: SchemaTree, type: ItemType, asItem = false): boolean {
  return typeof fieldOf(tree, type, 0, asItem) !== "string";
}

function setTimes(field: ParquetField, { element }: SchemaTree): void {
  const { logical_type: logical } = element;
  if (field.type.type !== "TIMESTAMP") return;
  const isNanoseconds = logical?.type === "TIMESTAMP" && logical.unit === "NANOS";
  if (element.type === "INT96") field.fineTimes = "INT96";
  else if (isNanoseconds) field.fineTimes = "NANOSECONDS";
}

function listField(
  field: ParquetField,
  tree: SchemaTree,
  type: ItemType,
  depth: number,
  asItem: boolean,
): ParquetField | string {
  const item = itemTree(tree, asItem);
  if (item === undefined) return misfit(tree, type);
  const inner = fieldOf(item, namedItemOf(type), depth + 1, true);
  if (typeof inner === "string") return `in its items, ${inner}`;
  return { ...field, children: [inner] };
}

/** Returns the items of a list according to the rules of the Parquet format, including those for legacy files. */
export function itemTree(tree: SchemaTree, asItem: boolean): SchemaTree | undefined {
  const { element } = tree;
  if (element.repetition_type === "REPEATED" && !asItem) return tree;
  if (element.converted_type !== "LIST" && element.logical_type?.type !== "LIST") return undefined;
  const [repeated, ...others] = tree.children;
  if (repeated === undefined || others.length > 0 || repeated.element.repetition_type !== "REPEATED") {
    return undefined;
  }
  const [item, ...more] = repeated.children;
  if (item === undefined || more.length > 0) return repeated;
  // Readers differ on whether a repeated group with one field is the item itself or wraps it.
  const doubtful = ["array", `${element.name}_tuple`].includes(repeated.element.name);
  return doubtful ? undefined : item;
}

function structField(
  field: ParquetField,
  tree: SchemaTree,
  type: ItemType,
  depth: number,
): ParquetField | string {
  const { element } = tree;
  const isMap = ["MAP", "MAP_KEY_VALUE", "LIST"].includes(element.converted_type ?? "");
  if (tree.children.length === 0 || isMap) return misfit(tree, type);
  const left = new Map(tree.children.map((child) => [nameKey(child.element.name), child]));
  const children: ParquetField[] = [];
  for (const column of type.columns ?? []) {
    const child = left.get(nameKey(column.name));
    if (child === undefined) return `it lacks the field "${column.name}"`;
    left.delete(nameKey(column.name));
    const inner = fieldOf(child, column, depth + 1);
    if (typeof inner === "string") return `in its field "${column.name}", ${inner}`;
    children.push(inner);
  }
  const [extra] = left.values();
  if (extra !== undefined)
    return `it has the field "${shortName(extra.element.name)}", which is not in the table`;
  return { ...field, children };
}

const FITS: Record<ValueKind, (tree: SchemaTree) => boolean> = {
  boolean: ({ element }) => element.type === "BOOLEAN",
  whole: (tree) => isWhole(tree),
  decimal: (tree) =>
    ["FLOAT", "DOUBLE"].includes(tree.element.type ?? "") ||
    tree.element.logical_type?.type === "FLOAT16" ||
    isWhole(tree) ||
    isDecimal(tree),
  text: ({ element }) =>
    element.type === "BYTE_ARRAY" &&
    (["UTF8", "ENUM", "JSON"].includes(element.converted_type ?? "") ||
      ["STRING", "ENUM", "JSON"].includes(element.logical_type?.type ?? "")),
  date: ({ element }) => element.converted_type === "DATE" || element.logical_type?.type === "DATE",
  time: ({ element }) =>
    element.type === "INT96" ||
    ["TIMESTAMP_MILLIS", "TIMESTAMP_MICROS"].includes(element.converted_type ?? "") ||
    element.logical_type?.type === "TIMESTAMP",
};

function isWhole({ element }: SchemaTree): boolean {
  if (element.type !== "INT32" && element.type !== "INT64") return false;
  const { converted_type: converted, logical_type: logical } = element;
  const plain = converted === undefined || /^U?INT_/.test(converted);
  return plain && (logical === undefined || logical.type === "INTEGER");
}

/** Maximum number of digits in the engine's decimals. */
const MAX_DECIMAL_DIGITS = 38;

function isDecimal({ element }: SchemaTree): boolean {
  const isDecimalType = element.converted_type === "DECIMAL" || element.logical_type?.type === "DECIMAL";
  return isDecimalType && (element.precision ?? MAX_DECIMAL_DIGITS + 1) <= MAX_DECIMAL_DIGITS;
}

function misfit(tree: SchemaTree, type: ItemType): string {
  return `the file has the type ${describeType(tree)}, which cannot be converted to ${type.type} without loss`;
}

function describeType({ element, children }: SchemaTree): string {
  const kind = element.logical_type?.type ?? element.converted_type;
  const repeated = element.repetition_type === "REPEATED" ? "repeated " : "";
  const physical = element.type ?? (children.length > 0 ? "group" : "unknown");
  return `${repeated}${kind === undefined ? physical : `${kind} (${physical})`}`;
}
