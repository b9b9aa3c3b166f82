import { identifier } from "@pdp/basics/columns";
import type { Query, QueryBody, Select, SelectItem, ValuesRow } from "@pdp/trino/parse";
import type { TextTree } from "@pdp/trino/relations";
import { columnList, withQueries, writeClauses, writeList, writeOrder, writeWindow } from "@pdp/trino/write";
import type { TrinoWriting } from "./trinoWriting.ts";
import { writeTrinoExpression } from "./writeTrinoExpression.ts";
import { writeTrinoFrom } from "./writeTrinoFrom.ts";

/**
 * Writes a checked query in Trino's dialect, with generated names for tables and WITH queries. `before` contains the WITH
 * queries that it may read.
 */
export function writeTrinoQuery(query: Query, tree: TextTree, before: readonly string[] = []): string {
  const writing: TrinoWriting = {
    tree,
    expression: (expression, level) => writeTrinoExpression(expression, writing, level),
    condition: (expression) => writing.expression(expression),
    distance: (expression) => writing.expression(expression),
    windowName: ({ text }) => identifier(text),
    query: (inner) => write(inner, writing),
  };
  return write(query, writing, before);
}

function write(query: Query, writing: TrinoWriting, before: readonly string[] = []): string {
  const ctes = query.ctes.map(
    (cte) =>
      `${identifier(writing.tree.nameOfCte(cte))}${columnList(cte.columns)} AS (${write(cte.query, writing)})`,
  );
  // In WITH RECURSIVE, all queries must name their columns.
  if (query.recursive && before.length > 0)
    return `${withQueries(before)} SELECT * FROM (${write(query, writing)})`;
  const parts = [...withQueries([...before, ...ctes]), writeBody(query.body, writing)];
  if (query.recursive) parts[0] = parts[0]?.replace("WITH", "WITH RECURSIVE") ?? "";
  if (query.orderBy.length > 0) parts.push(writeOrder(query.orderBy, writing));
  if (query.offset) parts.push(`OFFSET ${writing.expression(query.offset)}`);
  if (query.limit && query.withTies)
    parts.push(`FETCH FIRST ${writing.expression(query.limit)} ROWS WITH TIES`);
  else if (query.limit) parts.push(`LIMIT ${writing.expression(query.limit)}`);
  return parts.join(" ");
}

function writeBody(body: QueryBody, writing: TrinoWriting): string {
  switch (body.kind) {
    case "select":
      return writeSelect(body, writing);
    case "values":
      return `VALUES ${body.rows.map((row) => writeRow(row, writing)).join(", ")}`;
    case "nested":
      return `(${write(body.query, writing)})`;
    case "set": {
      const operator = `${body.operator}${body.all ? " ALL" : ""}`;
      return `${writeBody(body.left, writing)} ${operator} ${writeBody(body.right, writing)}`;
    }
  }
}

function writeRow({ items, isAlone }: ValuesRow, writing: TrinoWriting): string {
  // One value in parentheses is just that value.
  const row = items.length === 1 && !isAlone ? "ROW" : "";
  return `${row}(${writeList(items, writing)})`;
}

function writeSelect(select: Select, writing: TrinoWriting): string {
  const items = select.items.map((item) => writeItem(item, writing)).join(", ");
  return writeClauses(select, items, {
    ...writing,
    from: (item) => writeTrinoFrom(item, writing),
    windows: (windows) =>
      windows.map(({ name, window }) => `${identifier(name.text)} AS ${writeWindow(window, writing)}`),
  });
}

function writeItem(item: SelectItem, writing: TrinoWriting): string {
  if (item.kind === "star") {
    const names = item.aliases ? ` AS ${columnList(item.aliases)}` : "";
    return item.table ? `${identifier(item.table.text)}.*${names}` : "*";
  }
  const sql = writing.expression(item.of);
  if (item.kind === "fields")
    return `(${sql}).*${item.aliases.length > 0 ? ` AS ${columnList(item.aliases)}` : ""}`;
  return item.alias ? `${sql} AS ${identifier(item.alias.text)}` : sql;
}
