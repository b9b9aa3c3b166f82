import { identifier } from "#shared/duckdb/quoting.ts";
import type { Expression, Query, QueryBody, Select, SelectItem } from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { columnList, withQueries, writeClauses, writeList, writeSortItem, writeWindow } from "./clauses.ts";
import { usingColumns, writeFrom } from "./writeFrom.ts";
import { checkLength, duckDbDialect, type Writing } from "./writing.ts";

/** Writes a query in DuckDB's dialect, without parentheses around it. `before` are WITH queries that it may read. */
export function writeQuery(query: Query, outer: Writing, before: readonly string[] = []): string {
  const writing: Writing = { ...outer, aliases: undefined, windows: undefined };
  const ctes = query.ctes.map((cte) => {
    const name = identifier(writing.bindings.ctes.get(cte) ?? "");
    return `${name}${columnList(cte.columns)} AS (${writeQuery(cte.query, writing)})`;
  });
  const parts = [
    ...withQueries([...before, ...ctes]),
    writeWithClauses(query, before.length + ctes.length > 0, writing),
  ];
  if (query.orderBy.length > 0) parts.push(writeFinalOrder(query, writing));
  if (query.limit) parts.push(`LIMIT ${writing.expression(query.limit, writing).sql}`);
  if (query.offset) parts.push(`OFFSET ${writing.expression(query.offset, writing).sql}`);
  return checkLength(parts.join(" "), query.at, writing);
}

/**
 * Writes a query with its ORDER BY, LIMIT and WITH. DuckDB attaches these to a query in parentheses next to them, so
 * that query must become a subquery.
 */
function writeWithClauses(
  { body, orderBy, limit, offset }: Query,
  hasCtes: boolean,
  writing: Writing,
): string {
  if (body.kind !== "nested") return writeBody(body, writing);
  const inner = writeQuery(body.query, writing);
  return hasCtes || orderBy.length > 0 || limit || offset ? `SELECT * FROM (${inner}) AS "_nested"` : inner;
}

/**
 * Writes the final ORDER BY, in which a result column takes precedence over a table column. DuckDB does that for a bare
 * name; within an expression, the name is expanded here.
 */
function writeFinalOrder({ body, orderBy }: Query, writing: Writing): string {
  const windows = body.kind === "select" ? windowNames(body) : undefined;
  const aliases = new Map<string, Expression>();
  for (const item of body.kind === "select" ? body.items : []) {
    if (item.kind === "item" && item.alias) aliases.set(item.alias.text.toLowerCase(), item.of);
  }
  const expanded = duckDbDialect({ ...writing, aliases, windows });
  const plain = duckDbDialect(writing);
  const written = orderBy.map((item) => writeSortItem(item, item.of.kind === "column" ? plain : expanded));
  return `ORDER BY ${written.join(", ")}`;
}

function writeBody(body: QueryBody, writing: Writing): string {
  switch (body.kind) {
    case "select":
      return writeSelect(body, writing);
    case "values":
      return writeValues(body, writing);
    case "nested":
      return `(${writeQuery(body.query, writing)})`;
    case "set": {
      const all = body.all ? " ALL" : "";
      return `(${writeBody(body.left, writing)}) ${body.operator}${all} (${writeBody(body.right, writing)})`;
    }
  }
}

function writeValues({ rows, at }: Extract<QueryBody, { kind: "values" }>, writing: Writing): string {
  const width = rows[0]?.length ?? 0;
  if (rows.some((row) => row.length !== width)) {
    throw new Refusal("The rows of VALUES have different numbers of columns", at);
  }
  const names = Array.from({ length: width }, (_, index) => identifier(`_col${index}`)).join(", ");
  const written = rows.map((row) => `(${writeList(row, duckDbDialect(writing))})`);
  return `SELECT * FROM (VALUES ${written.join(", ")}) AS "_values"(${names})`;
}

function windowNames({ windows }: Select): Set<string> {
  return new Set(windows.map(({ name }) => name.text.toLowerCase()));
}

function writeSelect(select: Select, outer: Writing): string {
  const writing: Writing = { ...outer, windows: windowNames(select) };
  const items = select.items.map((item, index) => writeItem(item, index, select, writing)).join(", ");
  if (select.from.length === 0 && select.items.some(({ kind }) => kind === "star")) {
    throw new Refusal("SELECT * needs a FROM", select.at);
  }
  return writeClauses(select, items, {
    ...duckDbDialect(writing),
    from: (item) => writeFrom(item, writing),
    windows: (windows) => writeWindows(windows, writing),
  });
}

/** Writes the WINDOW clause; a window may be based on those before it. */
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

/** Writes a SELECT item. A computed column gets Trino's name, since DuckDB's would show the generated text. */
function writeItem(item: SelectItem, index: number, select: Select, writing: Writing): string {
  if (item.kind === "star") return item.table ? `${identifier(item.table.text)}.*` : writeStar(select);
  const { sql } = writing.expression(item.of, writing);
  if (!item.alias && item.of.kind === "column") return sql;
  const name = item.alias?.text ?? (item.of.kind === "field" ? item.of.name.text : `_col${index}`);
  return `${sql} AS ${identifier(name)}`;
}

/** Writes `*`; Trino puts the columns of USING first. */
function writeStar({ from }: Select): string {
  const first = usingColumns(from);
  if (first.length === 0) return "*";
  const names = first.map(identifier).join(", ");
  return `${names}, * EXCLUDE (${names})`;
}
