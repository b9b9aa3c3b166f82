import { isNumber, isScalar, SCALARS, type ValueKind } from "@pdp/basics/columns";
import { quoteName, quoteText } from "#client/requests/sqlNames.ts";
import type { Sort } from "../../parts/grid/sort.ts";

/** Filter comparisons, by their words in a URL. */
export const COMPARISONS = {
  is: "is",
  "is-not": "is not",
  contains: "contains",
  "at-least": "is at least",
  "at-most": "is at most",
  missing: "is missing",
  present: "is not missing",
} as const;
export type Comparison = keyof typeof COMPARISONS;

/** Filter for rows in which the value of a column compares with a string in the given way. */
export interface Filter {
  column: string;
  comparison: Comparison;
  value: string;
}

/** Column by which rows can be filtered. */
export interface FilterColumn {
  name: string;
  type: string;
}

const FOR_ALL: readonly Comparison[] = ["is", "is-not", "missing", "present"];
const COMPARISONS_OF: Readonly<Record<ValueKind, readonly Comparison[]>> = {
  text: ["is", "contains", "is-not", "missing", "present"],
  boolean: FOR_ALL,
  whole: ["at-least", "at-most", ...FOR_ALL],
  decimal: ["at-least", "at-most", ...FOR_ALL],
  date: ["at-least", "at-most", ...FOR_ALL],
  time: ["at-least", "at-most", "missing", "present"],
};
const OPERATORS = { is: "=", "is-not": "<>", "at-least": ">=", "at-most": "<=" } as const;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d{1,4})?$/;
/** Decimals after a comma; three of them could also be thousands. */
const COMMA = /^[+-]?\d+,\d+$/;
const GROUPED = /^[+-]?\d{1,3},\d{3}$/;
const INTEGER = /^-?\d{1,18}$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?$/;

/** Returns the comparisons that are meaningful for a type; empty for nested types. */
export function comparisonsOf(type: string): readonly Comparison[] {
  return isScalar(type) ? COMPARISONS_OF[SCALARS[type].values] : [];
}

export function needsValue(comparison: Comparison): boolean {
  return comparison !== "missing" && comparison !== "present";
}

/** Returns the SQL for one filter. Throws an error with an explanation if its value does not match the column type. */
export function conditionOf({ column, comparison, value }: Filter, type: string): string {
  const name = quoteName(column);
  if (comparison === "missing") return `${name} IS NULL`;
  if (comparison === "present") return `${name} IS NOT NULL`;
  const literal = literalOf(value, type);
  if (comparison === "contains") return `strpos(lower(${name}), lower(${literal})) > 0`;
  return `${name} ${OPERATORS[comparison]} ${literal}`;
}

function literalOf(text: string, type: string): string {
  const value = text.trim();
  const number = COMMA.test(value) && !GROUPED.test(value) ? value.replace(",", ".") : value;
  switch (isScalar(type) ? SCALARS[type].values : null) {
    case "whole":
      if (INTEGER.test(value)) return value;
      if (NUMBER.test(number)) return `DOUBLE '${number}'`;
      throw new Error(`"${text}" is not a number.`);
    case "decimal":
      if (NUMBER.test(number)) return `DOUBLE '${number}'`;
      throw new Error(`"${text}" is not a number, such as 1.5 or -2e3.`);
    case "boolean":
      if (!/^(?:true|false)$/i.test(value)) throw new Error(`"${text}" is neither true nor false.`);
      return value.toLowerCase();
    case "date":
      if (!DATE.test(value)) throw new Error(`"${text}" is not a date, such as 2026-01-31.`);
      return `DATE '${value}'`;
    case "time":
      if (DATE.test(value)) return `TIMESTAMP '${value} 00:00:00 UTC'`;
      if (!TIME.test(value)) throw new Error(`"${text}" is not a time, such as 2026-01-31 12:00.`);
      return `TIMESTAMP '${value.replace("T", " ")} UTC'`;
    default:
      return quoteText(text);
  }
}

/** Reads the row sort order from a URL; null if it does not contain one. */
export function readSort(searchParams: URLSearchParams): Sort | null {
  const column = searchParams.get("sort");
  return column === null ? null : { column, isDescending: searchParams.get("order") === "desc" };
}

/**
 * Returns the sort order after a column is pressed: first by the column, in descending order if it is numeric; then in the
 * reverse order; then none.
 */
export function nextSort(sort: Sort | null, { name, type }: FilterColumn): Sort | null {
  const startsDescending = isNumber(type);
  if (sort?.column !== name) return { column: name, isDescending: startsDescending };
  return sort.isDescending === startsDescending ? { ...sort, isDescending: !startsDescending } : null;
}

/** Parses the filters in a URL, each `column comparison value`; skips invalid ones. */
export function readFilters(searchParams: URLSearchParams): Filter[] {
  return searchParams.getAll("where").flatMap((text) => {
    const [column = "", comparison = "", ...rest] = text.split(SEPARATOR);
    if (!Object.hasOwn(COMPARISONS, comparison)) return [];
    return [{ column, comparison: comparison as Comparison, value: rest.join(SEPARATOR) }];
  });
}

const SEPARATOR = "|";

export function writeFilter({ column, comparison, value }: Filter): string {
  return [column, comparison, value].join(SEPARATOR);
}

/** Returns the SQL for a filter; null if it does not match any column. */
function sqlOf(filter: Filter, columns: readonly FilterColumn[]): string | null {
  const type = columns.find(({ name }) => name === filter.column)?.type;
  if (type === undefined || !comparisonsOf(type).includes(filter.comparison)) return null;
  try {
    return conditionOf(filter, type);
  } catch {
    return null;
  }
}

/** How filters combine: rows must pass all of them, or any of them. */
export type Match = "all" | "any";

export function readMatch(searchParams: URLSearchParams): Match {
  return searchParams.get("match") === "any" ? "any" : "all";
}

/** Returns whether a filter applies to a column, so that the query includes it. */
export function isApplied(filter: Filter, columns: readonly FilterColumn[]): boolean {
  return sqlOf(filter, columns) !== null;
}

/** Returns the query for the sorted table rows that pass all applied filters, or any of them. */
export function rowsQuery(
  reference: string,
  columns: readonly FilterColumn[],
  filters: readonly Filter[],
  sort: Sort | null,
  match: Match = "all",
): string {
  const conditions = filters.flatMap((filter) => sqlOf(filter, columns) ?? []);
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(match === "any" ? " OR " : " AND ")}` : "";
  const direction = sort?.isDescending ? "DESC" : "ASC";
  const order = sort ? ` ORDER BY ${quoteName(sort.column)} ${direction} NULLS LAST` : "";
  return `SELECT * FROM ${reference}${where}${order}`;
}
