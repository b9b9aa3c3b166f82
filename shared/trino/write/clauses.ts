import { identifier } from "@pdp/basics/columns";
import type { Expression, FromItem, Grouping, Name, Select, SortItem, Window } from "../parse/ast.ts";

/** Writers for the parts in which the DuckDB and Trino dialects differ; the clauses are the same. */
export interface Dialect {
  expression: (expression: Expression) => string;
  /** Writes an expression that must be boolean. */
  condition: (expression: Expression) => string;
  /** Returns the expressions of PARTITION BY in the form that the engine needs; unchanged if absent. */
  partition?: (expressions: string[]) => string[];
  /** Writes a reference to a named window. */
  windowName: (name: Name) => string;
  /** Writes the distance of a frame bound, which may be an interval, for rows sorted by an expression. */
  distance: (expression: Expression, sortedBy: Expression | undefined) => string;
}

export function writeList(expressions: readonly Expression[], dialect: Dialect): string {
  return expressions.map((expression) => dialect.expression(expression)).join(", ");
}

/** Writes `(a, b)`, or nothing for an empty list. */
export function columnList(columns: readonly Name[]): string {
  return columns.length === 0 ? "" : `(${columns.map(({ text }) => identifier(text)).join(", ")})`;
}

/** Writes ` AS name(a, b)`, or nothing without an alias. */
export function aliasOf(alias: Name | undefined, columns: readonly Name[]): string {
  return alias ? ` AS ${identifier(alias.text)}${columnList(columns)}` : "";
}

/** Writes the WITH clause as a list, which is empty if there are no queries. */
export function withQueries(ctes: readonly string[]): string[] {
  return ctes.length === 0 ? [] : [`WITH ${ctes.join(", ")}`];
}

/** Writes `ORDER BY …`, always with NULLS FIRST or LAST, because the dialects have different defaults. */
export function writeOrder(items: readonly SortItem[], dialect: Dialect): string {
  return `ORDER BY ${items.map((item) => writeSortItem(item, dialect)).join(", ")}`;
}

export function writeSortItem({ of, descending, nullsFirst }: SortItem, dialect: Dialect): string {
  return `${dialect.expression(of)} ${sortDirection(descending, nullsFirst)}`;
}

export function sortDirection(descending: boolean, nullsFirst: boolean): string {
  return `${descending ? "DESC" : "ASC"} NULLS ${nullsFirst ? "FIRST" : "LAST"}`;
}

export function writeOver(over: Window | Name, dialect: Dialect): string {
  return `OVER ${"kind" in over ? writeWindow(over, dialect) : dialect.windowName(over)}`;
}

export function writeWindow({ base, partitionBy, orderBy, frame }: Window, dialect: Dialect): string {
  const parts: string[] = [];
  if (base) parts.push(dialect.windowName(base));
  if (partitionBy.length > 0) {
    const written = partitionBy.map((expression) => dialect.expression(expression));
    parts.push(`PARTITION BY ${(dialect.partition?.(written) ?? written).join(", ")}`);
  }
  if (orderBy.length > 0) parts.push(writeOrder(orderBy, dialect));
  if (frame) parts.push(writeFrame(frame, frame.unit === "RANGE" ? orderBy[0]?.of : undefined, dialect));
  return `(${parts.join(" ")})`;
}

function writeFrame(
  { unit, from, to }: NonNullable<Window["frame"]>,
  sortedBy: Expression | undefined,
  dialect: Dialect,
): string {
  const bound = (of: typeof from): string =>
    "by" in of ? `${dialect.distance(of.by, sortedBy)} ${of.kind}` : of.kind;
  return to ? `${unit} BETWEEN ${bound(from)} AND ${bound(to)}` : `${unit} ${bound(from)}`;
}

/** Writes a SELECT after its items have been written. */
export function writeClauses(
  { distinct, from, where, groupBy, distinctSets, having, windows }: Select,
  items: string,
  dialect: Dialect & { from: (item: FromItem) => string; windows: (windows: Select["windows"]) => string[] },
): string {
  const parts = [`SELECT${distinct ? " DISTINCT" : ""} ${items}`];
  if (from.length > 0) parts.push(`FROM ${from.map(dialect.from).join(", ")}`);
  if (where) parts.push(`WHERE ${dialect.condition(where)}`);
  if (groupBy.length > 0) {
    const sets = groupBy.map((by) => writeGrouping(by, dialect)).join(", ");
    parts.push(`GROUP BY ${distinctSets ? "DISTINCT " : ""}${sets}`);
  }
  if (having) parts.push(`HAVING ${dialect.condition(having)}`);
  if (windows.length > 0) parts.push(`WINDOW ${dialect.windows(windows).join(", ")}`);
  return parts.join(" ");
}

function writeGrouping(by: Grouping, dialect: Dialect): string {
  switch (by.kind) {
    case "by":
      return dialect.expression(by.of);
    case "all":
      return "()";
    case "GROUPING SETS":
      return `GROUPING SETS (${by.sets.map((set) => `(${writeList(set, dialect)})`).join(", ")})`;
    default:
      return `${by.kind} (${writeList(by.of, dialect)})`;
  }
}
