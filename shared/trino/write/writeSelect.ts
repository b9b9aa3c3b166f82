import { identifier } from "@pdp/basics/columns";
import { sqlArgument } from "../functions/functionKinds.ts";
import type { Expression, Name, Query, Select, SelectItem } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { checkAggregates } from "./checkAggregates.ts";
import { groupedCheck, groupedQueries } from "./checkGrouped.ts";
import { writeClauses, writeWindow } from "./clauses.ts";
import { withDistinctSets } from "./distinctSets.ts";
import { checkDistinct, checkGrouping, groupedExpression } from "./grouping.ts";
import { isNamed, type ScopeColumn } from "./scope.ts";
import { writeFrom } from "./writeFrom.ts";
import {
  duckDbDialect,
  type Item,
  type RequireGrouped,
  requireSelectColumns,
  spendColumns,
  type Writing,
  type WrittenBody,
  writeCondition,
} from "./writing.ts";

function windowNames({ windows }: Select): Set<string> {
  return new Set(windows.map(({ name }) => name.text.toLowerCase()));
}

/** Writes a SELECT. `orderBy` belongs to its query and may also aggregate. */
export function writeSelect(given: Select, outer: Writing, orderBy: Query["orderBy"] = []): WrittenBody {
  checkAggregates(given);
  const columns: ScopeColumn[] = [];
  const froms = given.from.map((item) => {
    const written = writeFrom(item, outer, columns);
    columns.push(...written.columns);
    return written.sql;
  });
  const select = withDistinctSets(given, { columns });
  const within: Writing = {
    ...outer,
    scope: { columns, outer: outer.scope, select },
    windows: windowNames(select),
  };
  const writing: Writing = { ...within, known: groupedQueries(select, within) };
  if (select.from.length === 0 && select.items.some((item) => item.kind === "star" && !item.table)) {
    throw new Refusal("SELECT * needs a FROM", select.at);
  }
  const items: Item[] = [];
  for (const item of select.items) {
    const written = writeItem(item, columns, writing, items.length);
    for (const item of written) items.push(item);
  }
  if (select.distinct) for (const { type } of items) checkDistinct(type, select.at);
  const ids = uniqueIds(items.map(({ name }) => name));
  const list = items.map(({ sql }, index) => `${sql} AS ${identifier(ids[index] as string)}`).join(", ");
  for (const by of select.groupBy) checkGrouping(by, writing);
  const requireGrouped = groupedCheck(select, items, writing, orderBy);
  if (requireGrouped) requireGroupedItems(select, columns, requireGrouped);
  const dialect = duckDbDialect(writing);
  const always: Expression = { kind: "boolean", value: true, at: select.at };
  const having = select.having ?? (isTotal(select) ? always : undefined);
  const sql = writeClauses(having ? { ...select, having } : select, list, {
    ...dialect,
    expression: (expression) => groupedExpression(expression, select, items, writing),
    condition: (expression) => {
      const condition = writeCondition(expression, { ...writing, isFilter: true });
      // Without an aggregate function, DuckDB returns one row for several empty grouping sets.
      return expression === having && isTotal(select) ? `count(*) >= 0 AND ${condition}` : condition;
    },
    from: (item) => froms[select.from.indexOf(item)] as string,
    windows: (windows) => writeWindows(windows, writing),
  });
  return {
    sql,
    columns: items.map(({ name, type }, index) => ({ name, type, id: ids[index] as string })),
    select: { items, writing, requireGrouped },
  };
}

/** Returns whether a SELECT groups by nothing but empty grouping sets. */
function isTotal({ groupBy }: Select): boolean {
  return (
    groupBy.length > 0 &&
    groupBy.every((by) => by.kind === "all" || ("sets" in by && by.sets.every((set) => set.length === 0)))
  );
}

/** Checks the items and HAVING of a SELECT over grouped rows; `*` stands for grouped columns. */
function requireGroupedItems(
  { items, having }: Select,
  columns: readonly ScopeColumn[],
  requireGrouped: RequireGrouped,
): void {
  for (const item of items) {
    if ("of" in item) requireGrouped(item.of);
    else
      for (const name of starNames(item, columns))
        requireGrouped({ kind: "column", at: item.at, parts: name });
  }
  if (having) requireGrouped(having);
}

/** Returns the references that `*` stands for, if the columns have unique names. */
function starNames(
  { table, at }: Extract<SelectItem, { kind: "star" }>,
  columns: readonly ScopeColumn[],
): Name[][] {
  const named = (text: string): Name => ({ text, quoted: true, at });
  return columns.flatMap((column) => {
    if (column.name === undefined || (table && !isNamed(column.table, table))) return [];
    return [column.table === undefined ? [named(column.name)] : [named(column.table), named(column.name)]];
  });
}

/**
 * Returns a unique name for each column in the generated SQL. The first column with a name keeps it, unless the name looks like
 * that of a generated lambda parameter.
 */
export function uniqueIds(names: readonly (string | undefined)[]): string[] {
  const used = new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
  const given = new Set<string>();
  return names.map((name, index) => {
    const key = name?.toLowerCase();
    if (name !== undefined && key !== undefined && !given.has(key) && !key.startsWith("__")) {
      given.add(key);
      return name;
    }
    let id = `_col${index}`;
    while (used.has(id)) id = `_${id}`;
    used.add(id);
    return id;
  });
}

/** Writes the WINDOW clause; a window may be based on an earlier window. */
function writeWindows(windows: Select["windows"], writing: Writing): string[] {
  const known = new Set<string>();
  const among = duckDbDialect({ ...writing, windows: known });
  return windows.map(({ name, window }) => {
    const written = `${identifier(name.text)} AS ${writeWindow(window, among)}`;
    const key = name.text.toLowerCase();
    if (known.has(key)) throw new Refusal(`There are two windows named ${name.text}`, name.at);
    known.add(key);
    return written;
  });
}

/** Writes a SELECT item that is preceded by `count` columns. */
function writeItem(
  item: SelectItem,
  columns: readonly ScopeColumn[],
  writing: Writing,
  count: number,
): Item[] {
  const spend = (more: number): void => {
    requireSelectColumns(count + more, item.at);
    spendColumns(more, item.at, writing.budget);
  };
  if (item.kind === "star") return writeStar(item, starColumns(item, columns, writing), spend);
  if (item.kind === "fields") return writeFields(item, writing, spend);
  spend(1);
  const value = writing.expression(item.of, writing);
  if (value.type.name === "function") throw new Refusal("A lambda is not a value", item.at);
  return [{ ...value, name: item.alias?.text ?? nameOf(item.of) }];
}

function nameOf(e: Expression): string | undefined {
  if (e.kind === "column") return e.parts.at(-1)?.text;
  return e.kind === "field" && nameOf(e.of) !== undefined ? e.name.text : undefined;
}

/** Returns the columns that `*` stands for. `t.*` may be a table of an outer query. */
function starColumns(
  { table }: Extract<SelectItem, { kind: "star" }>,
  columns: readonly ScopeColumn[],
  writing: Writing,
): readonly ScopeColumn[] {
  if (!table) return columns;
  const key = table.text.toLowerCase();
  const isOf = (column: ScopeColumn): boolean => column.table?.toLowerCase() === key;
  for (let scope = writing.scope; scope; scope = scope.outer as typeof scope) {
    const columns = scope.columns.filter(isOf);
    if (columns.length > 0) return columns;
  }
  return [];
}

function writeStar(
  { table, at, aliases }: Extract<SelectItem, { kind: "star" }>,
  columns: readonly ScopeColumn[],
  spend: (more: number) => void,
): Item[] {
  if (columns.length === 0)
    throw new Refusal(`There is no table ${table?.text} in the FROM of this SELECT`, at);
  if (aliases && aliases.length !== columns.length) {
    throw new Refusal(`The table has ${columns.length} columns, but ${aliases.length} are named`, at);
  }
  spend(columns.length);
  return columns.map(({ name, sql, type, read }, index) => {
    read?.();
    return { ...sqlArgument(sql, type), name: fieldAlias(aliases?.[index]) ?? name };
  });
}

/** Returns the name that an alias gives to a column of `*`. Trino writes unquoted ones in uppercase. */
function fieldAlias(alias: Name | undefined): string | undefined {
  return alias && (alias.quoted ? alias.text : alias.text.toUpperCase());
}

/** Writes `row.*` as one column per field. */
function writeFields(
  { of, aliases, at }: Extract<SelectItem, { kind: "fields" }>,
  writing: Writing,
  spend: (more: number) => void,
): Item[] {
  const { sql, type } = writing.expression(of, writing);
  const fields = type.of ?? [];
  if (type.name !== "row") throw new Refusal(".* opens rows and tables", at);
  if (aliases.length > 0 && aliases.length !== fields.length) {
    throw new Refusal(`The row has ${fields.length} fields, but ${aliases.length} are named`, at);
  }
  spend(fields.length);
  return fields.map((field, index) => ({
    ...sqlArgument(`struct_extract_at(${sql}, ${index + 1})`, field),
    name: fieldAlias(aliases[index]) ?? type.names?.[index],
  }));
}
