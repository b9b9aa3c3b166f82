import type { Column, ColumnBounds } from "@pdp/basics/columns";
import type { Expression, FromItem, Name, Query, QueryBody, Select, TableName } from "../parse/ast.ts";
import type { NamedRelation, RelationFile, RowFilter } from "../relation.ts";
import { type KnownColumn, mayMatch } from "./mayMatch.ts";

/** Condition that a table row must meet to count in a SELECT, and the ways to refer to the table's columns. */
export interface TableCondition {
  where: Expression;
  alias: Name | undefined;
  /** True if columns need no qualifier because FROM contains nothing else. */
  isAlone: boolean;
}

/**
 * Maximum number of comparisons between literals and bounds per table in a query: checking a long IN list against many files
 * would take longer than reading them. Files beyond the limit are read.
 */
const MAX_COMPARISONS = 200_000;

/**
 * Finds the WHERE conditions on table rows. Excludes tables without a condition and tables in a part of FROM that keeps its
 * rows regardless of WHERE.
 */
export function tableConditions(query: Query): ReadonlyMap<TableName, TableCondition> {
  const conditions = new Map<TableName, TableCondition>();
  const visit = (part: unknown): void => {
    if (Array.isArray(part)) for (const item of part) visit(item);
    else if (typeof part === "object" && part !== null) {
      if ("ctes" in part)
        for (const select of selectsOf((part as Query).body)) addConditions(select, conditions);
      visit(Object.values(part));
    }
  };
  visit(query);
  return conditions;
}

function addConditions({ from, where }: Select, conditions: Map<TableName, TableCondition>): void {
  if (!where) return;
  const tables = from.flatMap(filteredTables);
  const isAlone = from.length === 1 && from[0]?.kind === "table";
  for (const table of tables) {
    // A table with a column list in its alias has different column names than its files.
    if (table.columns.length > 0) continue;
    conditions.set(table, { where, alias: table.alias ?? table.parts.at(-1), isAlone });
  }
}

/**
 * Returns the tables in FROM for which rows count only if they meet WHERE; excludes tables for which an outer join may replace
 * rows with NULLs.
 */
function filteredTables(item: FromItem): TableName[] {
  switch (item.kind) {
    case "table":
      return [item];
    case "group":
      return filteredTables(item.of);
    case "join": {
      const { left, right, type } = item;
      return [
        ...(type === "RIGHT" || type === "FULL" ? [] : filteredTables(left)),
        ...(type === "LEFT" || type === "FULL" ? [] : filteredTables(right)),
      ];
    }
    default:
      return [];
  }
}

function selectsOf(body: QueryBody): Select[] {
  if (body.kind === "select") return [body];
  return body.kind === "set" ? [...selectsOf(body.left), ...selectsOf(body.right)] : [];
}

/**
 * Lets engines skip the files of a relation that contain no relevant rows for any of its uses. A use without a condition reads
 * all files.
 */
export function addFilter(relation: NamedRelation, uses: readonly (TableCondition | undefined)[]): void {
  const conditions = uses.filter((use) => use !== undefined);
  if (conditions.length < uses.length) return;
  const budget = { comparisons: MAX_COMPARISONS };
  const known = new Map<RelationFile, boolean>();
  relation.mayHoldRows = (file) => {
    const answer =
      known.get(file) ?? conditions.some((use) => mayHoldRows(file, relation.columns, use, budget));
    known.set(file, answer);
    return answer;
  };
}

/** Returns whether a file may have rows that meet a condition, according to its statistics. */
function mayHoldRows(
  file: RelationFile,
  columns: readonly Column[],
  use: TableCondition,
  budget: { comparisons: number },
): boolean {
  return mayMeet(use, budget, (name) => {
    if (isSame(name, "$load_id")) return { type: "INT64", bounds: loadBounds(file), rows: file.rows };
    const column = columns.find((candidate) => isSame(candidate.name, name));
    const { statistics } = file;
    if (!column || !statistics || !Object.hasOwn(statistics.columns, column.name)) return undefined;
    const bounds = statistics.columns[column.name] as ColumnBounds;
    return { type: column.type, bounds: [bounds], rows: statistics.rows };
  });
}

/** Returns a filter of rows whose values are known before they are read. A use without a condition reads all rows. */
export function rowFilter(uses: readonly (TableCondition | undefined)[]): RowFilter {
  const conditions = uses.filter((use) => use !== undefined);
  if (conditions.length < uses.length) return () => true;
  const budget = { comparisons: MAX_COMPARISONS };
  return (values) =>
    conditions.some((use) =>
      mayMeet(use, budget, (name) => {
        const value = values[name.toLowerCase()];
        const bounds = value === undefined ? undefined : [{ min: value, max: value, nulls: 0 }];
        return { type: "STRING", bounds, rows: 1 };
      }),
    );
}

/** Returns whether a condition may be met, given what is known of the table's columns. */
function mayMeet(
  { where, alias, isAlone }: TableCondition,
  budget: { comparisons: number },
  known: (name: string) => KnownColumn | undefined,
): boolean {
  return mayMatch(where, (parts) => {
    budget.comparisons -= 1;
    if (budget.comparisons < 0) return undefined;
    const [first, second] = parts;
    const name = parts.length === 1 && isAlone ? first : second;
    if (!first || !name || parts.length > 2) return undefined;
    if (parts.length === 2 && (!alias || !isSame(first.text, alias.text))) return undefined;
    return known(name.text);
  });
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function loadBounds({ load_id, loads }: RelationFile): ColumnBounds[] | undefined {
  const ids = load_id === undefined ? loads?.map((load) => load.load_id) : [load_id];
  return ids?.map((id) => ({ min: id, max: id, nulls: 0 }));
}
