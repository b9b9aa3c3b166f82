import { shortName } from "../boundMessage.ts";
import type { Argument } from "../functions/functionKinds.ts";
import type { Expression, Name, Query, Select } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { findCall, isAggregate, isCall, isQueryPart } from "./expressionParts.ts";
import { resolveColumn, type Scope } from "./scope.ts";
import {
  type Item,
  type KnownExpressions,
  type RequireGrouped,
  trialOf,
  type Writing,
  writeTrial,
} from "./writing.ts";

/** Returns the check for the expressions of a SELECT; undefined if there is nothing to check. */
export function groupedCheck(
  select: Select,
  items: readonly Item[],
  writing: Writing,
  orderBy: Query["orderBy"],
): RequireGrouped | undefined {
  const { groupBy, having } = select;
  const isGrouped = groupBy.length > 0 || having || findCall([select.items, orderBy], isAggregate);
  if (!isGrouped || writing.isRepeated) return undefined;
  const columnScope: Scope = { columns: writing.scope?.columns ?? [] };
  const groups = groupBy.flatMap(expressionsOf);
  for (const of of groups) checkPosition(of, items.length);
  const named = [...groups.filter((of) => of.kind !== "number"), ...placedItems(groups, select)];
  const keys = new Set(named.map((of) => keyOf(of, columnScope)));
  // A number may refer to a column from `*`, which is identified by its text.
  const placed = groups.flatMap((of) =>
    of.kind === "number" ? (items[Number(of.value) - 1]?.sql ?? []) : [],
  );
  for (const sql of placed) keys.add(columnKey(sql));
  const repeated = trialOf({ ...writing, isRepeated: true });
  let texts: Set<string> | undefined;
  return (expression, known = new Set()) => {
    const violation = ungrouped(expression, columnScope, keys, known);
    if (!violation) return;
    // Different spellings of the same expression produce the same SQL. The inner parts come first, because they are shorter.
    texts ??= new Set([...placed, ...named.map((of) => repeated.expression(of, repeated).sql)]);
    const isWritten = violation.path.toReversed().some((part) => {
      // A part with parameters of an enclosing lambda cannot be written separately.
      const written = writeTrial(part, repeated);
      return written !== undefined && texts?.has(written.sql);
    });
    if (isWritten) return;
    const name = violation.column.at(-1) as Name;
    throw new Refusal(
      `Column ${shortName(name.text)} must be in GROUP BY or in an aggregate function`,
      violation.column[0]?.at,
    );
  };
}

function checkPosition(of: Expression, count: number): void {
  if (of.kind !== "number" || of.type !== "integer" || (Number(of.value) >= 1 && Number(of.value) <= count))
    return;
  throw new Refusal(`GROUP BY ${of.value}: the SELECT has ${count} items`, of.at);
}

/** Writes the groups that contain queries, because their text would differ each time; undefined if there are none. */
export function groupedQueries(select: Select, writing: Writing): KnownExpressions | undefined {
  const columnScope: Scope = { columns: writing.scope?.columns ?? [] };
  const groups = select.groupBy
    .flatMap(expressionsOf)
    .filter((of) => of.kind !== "number" && containsQuery(of));
  if (groups.length === 0) return undefined;
  const written = new Map<string, Argument>();
  for (const of of groups) written.set(keyOf(of, columnScope), writing.expression(of, writing));
  return (expression) => written.get(keyOf(expression, columnScope));
}

function containsQuery(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return isQueryPart(part) || Object.values(part).some(containsQuery);
}

function expressionsOf(by: Select["groupBy"][number]): Expression[] {
  if (by.kind === "all") return [];
  if (by.kind === "GROUPING SETS") return by.sets.flat();
  const all = Array.isArray(by.of) ? by.of : [by.of];
  return by.kind === "by" ? all : all.flatMap((of) => (of.kind === "row" ? of.items : [of]));
}

/** Returns the items that numbers refer to in a SELECT without `*`, where the items are the result columns. */
function placedItems(groups: readonly Expression[], { items }: Select): Expression[] {
  if (items.some(({ kind }) => kind !== "item")) return [];
  return groups.flatMap((of) => {
    const item = of.kind === "number" ? items[Number(of.value) - 1] : undefined;
    return item?.kind === "item" ? [item.of] : [];
  });
}

interface Ungrouped {
  column: Name[];
  /** Expressions that enclose the column, outermost first. */
  path: Expression[];
}

function ungrouped(
  part: unknown,
  columnScope: Scope,
  keys: ReadonlySet<string>,
  known: ReadonlySet<string>,
): Ungrouped | undefined {
  if (Array.isArray(part)) {
    for (const item of part) {
      const violation = ungrouped(item, columnScope, keys, known);
      if (violation) return violation;
    }
    return undefined;
  }
  if (typeof part !== "object" || part === null || isQueryPart(part)) return undefined;
  if (isCall(part) && (isAggregate(part) || part.name === "grouping")) return undefined;
  if (!("kind" in part)) return ungrouped(Object.values(part), columnScope, keys, known);
  const expression = part as Expression;
  if (keys.has(keyOf(expression, columnScope))) return undefined;
  if (expression.kind === "column") {
    const { parts } = expression;
    const isKnown = known.has(parts[0]?.text.toLowerCase() ?? "");
    const isGrouped = parts.some((_, end) =>
      keys.has(keyOf({ ...expression, parts: parts.slice(0, end + 1) }, columnScope)),
    );
    return isKnown || isGrouped || !resolveColumn(parts, columnScope)
      ? undefined
      : { column: parts, path: [expression] };
  }
  const names =
    expression.kind === "lambda" ? expression.parameters.map(({ text }) => text.toLowerCase()) : [];
  const violation = ungrouped(
    Object.values(expression),
    columnScope,
    keys,
    names.length > 0 ? new Set([...known, ...names]) : known,
  );
  return violation && { ...violation, path: [expression, ...violation.path] };
}

/**
 * Returns a string that is the same for expressions with the same meaning: names are replaced with the columns that they resolve
 * to. Names within a query or lambda may refer to a local column or parameter, so they stay as written.
 */
export function keyOf(expression: Expression, columnScope: Scope): string {
  return JSON.stringify(expression, (key, value) => {
    if (key === "at" || key === "source") return undefined;
    if (typeof value !== "object" || value === null) return value;
    if (isQueryPart(value) || value.kind === "lambda") return writtenKey(value);
    if (value.kind !== "column") return value;
    const resolved = resolveColumn(value.parts, columnScope);
    if (!resolved) return { kind: "column", parts: value.parts.map(({ text }: Name) => text.toLowerCase()) };
    const fields = resolved.fields.map(({ text }) => text.toLowerCase());
    return { kind: "column", sql: resolved.column.sql, fields };
  });
}

/** Returns a string that is the same for parts with the same spelling, ignoring case and the quoting of names. */
function writtenKey(part: object): string {
  return JSON.stringify(part, (key, value) => {
    if (key === "at" || key === "source" || key === "quoted") return undefined;
    return key === "text" && typeof value === "string" ? value.toLowerCase() : value;
  });
}

/** Returns a column's key, given its text. */
function columnKey(sql: string): string {
  return JSON.stringify({ kind: "column", sql, fields: [] });
}
