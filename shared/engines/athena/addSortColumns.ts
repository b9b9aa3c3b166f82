import type { Expression, Query, Select, SelectItem, SortItem } from "@pdp/trino/parse";

/** Result column to sort by; the index is zero-based. */
export interface SortKey {
  index: number;
  descending: boolean;
  nullsFirst: boolean;
}

/** Query with all its sort keys in the result. */
export interface SortedResult {
  query: Query;
  keys: SortKey[];
  /** Number of columns, after the result columns, that only serve as sort keys. */
  added: number;
}

/**
 * Adds the sort keys of a query to its result, because the row order is lost when the result is written to several files. A
 * sort key is a column of the result or an added column. ORDER BY is kept only if LIMIT or OFFSET depends on it. `names` are
 * the names of the result columns.
 */
export function addSortColumns(query: Query, names: readonly string[]): SortedResult {
  const { body, orderBy } = query;
  const indexes = orderBy.map(({ of }) => indexOf(of, body.kind === "select" ? body : undefined, names));
  const missing = orderBy.filter((_, position) => indexes[position] === undefined);
  let next = names.length;
  const keys = orderBy.map(({ descending, nullsFirst }, position) => {
    const index = indexes[position] ?? next++;
    return { index, descending, nullsFirst };
  });
  const kept = query.limit || query.offset ? orderBy : [];
  if (missing.length === 0) return { query: { ...query, orderBy: kept }, keys, added: 0 };
  const extended =
    body.kind === "select" && !body.distinct ? withItems(query, body, missing) : wrapQuery(query, missing);
  return { query: { ...extended, orderBy: kept }, keys, added: missing.length };
}

/** Returns the index of the result column that equals an ORDER BY expression, if there is one. */
function indexOf(of: Expression, select: Select | undefined, names: readonly string[]): number | undefined {
  if (of.kind === "number" && of.type === "integer") return Number(of.value) - 1;
  const isName = of.kind === "column" && of.parts.length === 1;
  const name = isName ? of.parts[0]?.text.toLowerCase() : undefined;
  const named = names.findIndex((column) => column.toLowerCase() === name);
  if (named >= 0) return named;
  const items = select?.items ?? [];
  if (items.some(({ kind }) => kind === "star")) return undefined;
  const written = items.findIndex((item) => item.kind === "item" && shapeOf(item.of) === shapeOf(of));
  return written >= 0 ? written : undefined;
}

/** Serializes an expression without the positions of its parts, for comparison. */
function shapeOf(e: Expression): string {
  return JSON.stringify(e, (key, value) => (key === "at" || key === "quoted" ? undefined : value));
}

function withItems(query: Query, body: Select, missing: readonly SortItem[]): Query {
  const aliases = new Map<string, Expression>();
  for (const item of body.items) {
    if (item.kind === "item" && item.alias) aliases.set(item.alias.text.toLowerCase(), item.of);
  }
  const added = missing.map(({ of }) => asItem(expandAliases(of, aliases) as Expression));
  return { ...query, body: { ...body, items: [...body.items, ...added] } };
}

/**
 * Adds sort columns to a query with a SELECT list that cannot be extended (a set operation or DISTINCT) by wrapping the query
 * in a SELECT.
 */
function wrapQuery(query: Query, missing: readonly SortItem[]): Query {
  const { at, body } = query;
  const inner: Query = { at, recursive: false, ctes: [], body, orderBy: [] };
  const name = { text: "_sorted", quoted: true, at };
  const select: Select = {
    kind: "select",
    at,
    distinct: false,
    items: [{ kind: "star", at }, ...missing.map(({ of }) => asItem(of))],
    from: [{ kind: "subquery", at, query: inner, lateral: false, alias: name, columns: [] }],
    groupBy: [],
    windows: [],
  };
  return { ...query, body: select };
}

function asItem(of: Expression): SelectItem {
  return { kind: "item", at: of.at, of };
}

/** Returns an expression with the aliases of its SELECT expanded, because items of the SELECT itself cannot refer to them. */
function expandAliases(part: unknown, aliases: ReadonlyMap<string, Expression>): unknown {
  if (Array.isArray(part)) return part.map((item) => expandAliases(item, aliases));
  if (typeof part !== "object" || part === null || "ctes" in part) return part;
  const e = part as Expression;
  if (e.kind === "column" && e.parts.length === 1) {
    return aliases.get(e.parts[0]?.text.toLowerCase() ?? "") ?? e;
  }
  const visible = new Map(aliases);
  if (e.kind === "lambda") for (const { text } of e.parameters) visible.delete(text.toLowerCase());
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, expandAliases(value, visible)]));
}
