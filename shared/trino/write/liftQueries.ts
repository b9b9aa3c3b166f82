import { identifier } from "@pdp/basics/columns";
import { type Argument, sqlArgument } from "../functions/functionKinds.ts";
import type { Expression, Join } from "../parse/ast.ts";
import type { ScopeColumn } from "./scope.ts";
import { columnSql } from "./writeName.ts";
import { type KnownExpressions, type Writing, writeTrial } from "./writing.ts";

/** FROM item with its columns. */
interface Side {
  sql: string;
  columns: ScopeColumn[];
}

interface Lifted {
  left: Side;
  right: Side;
  /** Finds the column for a query that has been moved to one side of a join. */
  known: KnownExpressions;
}

const QUERIES = new Set(["exists", "inQuery", "quantified", "scalarQuery"]);

/**
 * Moves queries out of the condition of an outer join, because DuckDB cannot join on them. Each query moves into a projection
 * of the side that contains the columns compared with it. As in Trino, the query must not use columns of the joined tables.
 */
export function liftQueries(join: Join, left: Side, right: Side, writing: Writing): Lifted {
  const nothing: Lifted = { left, right, known: () => undefined };
  const isOuter = join.type === "LEFT" || join.type === "RIGHT" || join.type === "FULL";
  const queries = isOuter ? queriesOf(join.on) : [];
  if (queries.length === 0 || usesLeft(join.right)) return nothing;
  const columns = [...left.columns, ...right.columns];
  const sides = [left, right].map((side) => ({
    side,
    lifted: [] as { node: Expression; value: Argument }[],
  }));
  for (const node of queries) {
    if (!isIndependent(node, writing)) continue;
    const whole = writeAlone(node, columns, writing);
    const owner = sides.find(({ side }) => writeAlone(node, side.columns, writing)?.sql === whole?.sql);
    if (owner && whole) owner.lifted.push({ node, value: whole });
  }
  const known = new Map<Expression, Argument>();
  const [newLeft, newRight] = sides.map(({ side, lifted }) => {
    if (lifted.length === 0) return side;
    const alias = writing.nextAlias();
    for (const [index, { node, value }] of lifted.entries())
      known.set(node, sqlArgument(columnSql(alias, `q${index}`), value.type));
    return project(
      side,
      alias,
      lifted.map(({ value }) => value.sql),
    );
  }) as [Side, Side];
  return { left: newLeft, right: newRight, known: (expression) => known.get(expression) };
}

function project({ sql, columns }: Side, alias: string, queries: readonly string[]): Side {
  for (const { read } of columns) read?.();
  const items = [
    ...columns.map((column, index) => `${column.sql} AS ${identifier(`c${index}`)}`),
    ...queries.map((query, index) => `${query} AS ${identifier(`q${index}`)}`),
  ];
  return {
    sql: `(SELECT ${items.join(", ")} FROM ${sql}) AS ${identifier(alias)}`,
    columns: columns.map((column, index) => ({ ...column, sql: columnSql(alias, `c${index}`) })),
  };
}

/** Returns whether the query in an expression uses no columns of the joined tables. */
function isIndependent(node: Expression, writing: Writing): boolean {
  const { at } = node;
  return "query" in node && writeAlone({ kind: "exists", at, query: node.query }, [], writing) !== undefined;
}

/** Writes an expression over some columns, always using the same names; undefined if it needs other columns. */
function writeAlone(node: Expression, columns: ScopeColumn[], writing: Writing): Argument | undefined {
  let count = 0;
  const nextAlias = (): string => {
    count += 1;
    return `on${node.at}_${count}`;
  };
  const alone: Writing = { ...writing, nextAlias, isFilter: false, scope: { columns, outer: writing.scope } };
  // The condition is written as a whole later, which reports any errors in it.
  return writeTrial(node, alone);
}

/** Returns the outermost queries in a condition, and what they are compared with. */
function queriesOf(part: unknown): Expression[] {
  if (typeof part !== "object" || part === null) return [];
  if (QUERIES.has((part as { kind?: string }).kind ?? "")) return [part as Expression];
  return Object.values(part).flatMap(queriesOf);
}

/** Returns whether a FROM item refers to columns of the items before it. */
function usesLeft(item: Join["right"]): boolean {
  if (item.kind === "group" || item.kind === "sample") return usesLeft(item.of);
  if (item.kind === "join") return usesLeft(item.left) || usesLeft(item.right);
  return item.kind === "unnest" || (item.kind === "subquery" && item.lateral);
}
