import { identifier } from "#shared/duckdb/quoting.ts";
import type { Grouping, Query, QueryBody, Select, SelectItem } from "#shared/sql/parse/ast.ts";
import type { TextTree } from "../relation.ts";
import { type TrinoWriting, writeList, writeTrinoOrder } from "./trinoWriting.ts";
import { writeTrinoWindow } from "./writeTrinoCall.ts";
import { writeTrinoExpression } from "./writeTrinoExpression.ts";
import { trinoColumnList, writeTrinoFrom } from "./writeTrinoFrom.ts";

/**
 * Writes a checked query in Trino's dialect, with generated names for tables and WITH queries. `before` are WITH
 * queries that it may read.
 */
export function writeTrinoQuery(query: Query, tree: TextTree, before: readonly string[] = []): string {
  return write(query, { tree, expression: writeTrinoExpression, query: write }, before);
}

function write(query: Query, writing: TrinoWriting, before: readonly string[] = []): string {
  const ctes = query.ctes.map(
    (cte) =>
      `${identifier(writing.tree.nameOfCte(cte))}${trinoColumnList(cte.columns)} AS (${write(cte.query, writing)})`,
  );
  const all = [...before, ...ctes];
  const parts = all.length > 0 ? [`WITH ${all.join(", ")}`] : [];
  parts.push(writeBody(query.body, writing));
  if (query.orderBy.length > 0) parts.push(writeTrinoOrder(query.orderBy, writing));
  if (query.offset) parts.push(`OFFSET ${writing.expression(query.offset, writing)}`);
  if (query.limit) parts.push(`LIMIT ${writing.expression(query.limit, writing)}`);
  return parts.join(" ");
}

function writeBody(body: QueryBody, writing: TrinoWriting): string {
  switch (body.kind) {
    case "select":
      return writeSelect(body, writing);
    case "values":
      return `VALUES ${body.rows.map((row) => `(${writeList(row, writing)})`).join(", ")}`;
    case "nested":
      return `(${write(body.query, writing)})`;
    case "set": {
      const operator = `${body.operator}${body.all ? " ALL" : ""}`;
      return `${writeBody(body.left, writing)} ${operator} ${writeBody(body.right, writing)}`;
    }
  }
}

function writeSelect(select: Select, writing: TrinoWriting): string {
  const items = select.items.map((item) => writeItem(item, writing)).join(", ");
  const parts = [`SELECT${select.distinct ? " DISTINCT" : ""} ${items}`];
  if (select.from.length > 0) {
    parts.push(`FROM ${select.from.map((item) => writeTrinoFrom(item, writing)).join(", ")}`);
  }
  if (select.where) parts.push(`WHERE ${writing.expression(select.where, writing)}`);
  if (select.groupBy.length > 0) {
    parts.push(`GROUP BY ${select.groupBy.map((by) => writeGrouping(by, writing)).join(", ")}`);
  }
  if (select.having) parts.push(`HAVING ${writing.expression(select.having, writing)}`);
  if (select.windows.length > 0) {
    const windows = select.windows.map(
      ({ name, window }) => `${identifier(name.text)} AS ${writeTrinoWindow(window, writing)}`,
    );
    parts.push(`WINDOW ${windows.join(", ")}`);
  }
  return parts.join(" ");
}

function writeItem(item: SelectItem, writing: TrinoWriting): string {
  if (item.kind === "star") return item.table ? `${identifier(item.table.text)}.*` : "*";
  const sql = writing.expression(item.of, writing);
  return item.alias ? `${sql} AS ${identifier(item.alias.text)}` : sql;
}

function writeGrouping(by: Grouping, writing: TrinoWriting): string {
  switch (by.kind) {
    case "by":
      return writing.expression(by.of, writing);
    case "all":
      return "()";
    case "GROUPING SETS":
      return `GROUPING SETS (${by.sets.map((set) => `(${writeList(set, writing)})`).join(", ")})`;
    default:
      return `${by.kind} (${writeList(by.of, writing)})`;
  }
}
