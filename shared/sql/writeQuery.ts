import type {
  Expression,
  FromItem,
  Grouping,
  Name,
  Query,
  QueryBody,
  Select,
  SelectItem,
  Unnest,
} from "./ast.ts";
import { identifier } from "./sqlText.ts";
import { writeOrder, writeWindow } from "./writeCall.ts";
import { checkLength, refuse, type Writing, writeCondition } from "./writing.ts";

/** DuckDB's text of a query, without parentheses around it. */
export function writeQuery(query: Query, outer: Writing): string {
  const writing = { ...outer, aliases: undefined };
  const ctes = query.ctes.map((cte) => {
    const name = identifier(writing.bindings.ctes.get(cte) ?? "");
    return `${name}${columnList(cte.columns)} AS (${writeQuery(cte.query, writing)})`;
  });
  const parts = [ctes.length > 0 ? `WITH ${ctes.join(", ")}` : "", writeBody(query.body, writing)];
  if (query.orderBy.length > 0) parts.push(writeFinalOrder(query, writing));
  if (query.limit) parts.push(`LIMIT ${writing.expression(query.limit, writing).sql}`);
  if (query.offset) parts.push(`OFFSET ${writing.expression(query.offset, writing).sql}`);
  return checkLength(parts.filter(Boolean).join(" "), query.at, writing);
}

/**
 * In an ORDER BY, a name means a column of the result before one of the tables. DuckDB sees to that where the name stands alone;
 * within an expression the name is written out.
 */
function writeFinalOrder({ body, orderBy }: Query, writing: Writing): string {
  const aliases = new Map<string, Expression>();
  for (const item of body.kind === "select" ? body.items : []) {
    if (item.kind === "item" && item.alias) aliases.set(item.alias.text.toLowerCase(), item.of);
  }
  const written = orderBy.map((item) =>
    writeOrder([item], item.of.kind === "column" ? writing : { ...writing, aliases }).replace(
      /^ORDER BY /,
      "",
    ),
  );
  return `ORDER BY ${written.join(", ")}`;
}

function columnList(columns: Name[]): string {
  return columns.length === 0 ? "" : `(${columns.map(({ text }) => identifier(text)).join(", ")})`;
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
    throw refuse("invalid_sql", "The rows of VALUES have different numbers of columns", at, writing);
  }
  const names = Array.from({ length: width }, (_, index) => identifier(`_col${index}`)).join(", ");
  const written = rows.map(
    (row) => `(${row.map((cell) => writing.expression(cell, writing).sql).join(", ")})`,
  );
  return `SELECT * FROM (VALUES ${written.join(", ")}) AS "_values"(${names})`;
}

function writeSelect(select: Select, writing: Writing): string {
  const parts = [
    `SELECT${select.distinct ? " DISTINCT" : ""} ${select.items.map((item, index) => writeItem(item, index, writing)).join(", ")}`,
  ];
  if (select.from.length > 0) {
    parts.push(`FROM ${select.from.map((item) => writeFrom(item, writing)).join(", ")}`);
  } else if (select.items.some(({ kind }) => kind === "star")) {
    throw refuse("invalid_sql", "SELECT * needs a FROM", select.at, writing);
  }
  if (select.where) parts.push(`WHERE ${writeCondition(select.where, writing)}`);
  if (select.groupBy.length > 0) {
    parts.push(`GROUP BY ${select.groupBy.map((by) => writeGrouping(by, writing)).join(", ")}`);
  }
  if (select.having) parts.push(`HAVING ${writeCondition(select.having, writing)}`);
  if (select.windows.length > 0) {
    const windows = select.windows.map(
      ({ name, window }) => `${identifier(name.text)} AS ${writeWindow(window, writing)}`,
    );
    parts.push(`WINDOW ${windows.join(", ")}`);
  }
  return parts.join(" ");
}

/** Every column gets the name that Trino gives it, since DuckDB's would show the generated text. */
function writeItem(item: SelectItem, index: number, writing: Writing): string {
  if (item.kind === "star") return item.table ? `${identifier(item.table.text)}.*` : "*";
  const name = item.alias?.text ?? nameOf(item.of) ?? `_col${index}`;
  return `${writing.expression(item.of, writing).sql} AS ${identifier(name)}`;
}

function nameOf(expression: Expression): string | undefined {
  if (expression.kind === "column") return expression.parts.at(-1)?.text;
  return expression.kind === "field" ? expression.name.text : undefined;
}

function writeGrouping(by: Grouping, writing: Writing): string {
  const list = (items: Expression[]): string =>
    items.map((item) => writing.expression(item, writing).sql).join(", ");
  switch (by.kind) {
    case "by":
      return list([by.of]);
    case "all":
      return "()";
    case "GROUPING SETS":
      return `GROUPING SETS (${by.sets.map((set) => `(${list(set)})`).join(", ")})`;
    default:
      return `${by.kind} (${list(by.of)})`;
  }
}

function writeFrom(item: FromItem, writing: Writing): string {
  switch (item.kind) {
    case "table": {
      const name = writing.bindings.cteUses.get(item) ?? writing.relationOf(item);
      const alias = item.alias ?? (item.parts.at(-1) as Name);
      return `${identifier(name)} AS ${identifier(alias.text)}${columnList(item.columns)}`;
    }
    case "subquery":
      return `(${writeQuery(item.query, writing)})${aliasOf(item.alias, item.columns)}`;
    case "unnest":
      return writeUnnest(item, writing);
    case "group":
      return `(${writeFrom(item.of, writing)})`;
    case "join": {
      const sides = `${writeFrom(item.left, writing)} ${item.type} JOIN ${writeFrom(item.right, writing)}`;
      if (item.using) return `${sides} USING ${columnList(item.using)}`;
      return item.on ? `${sides} ON ${writeCondition(item.on, writing)}` : sides;
    }
  }
}

function aliasOf(alias: Name | undefined, columns: Name[]): string {
  return alias ? ` AS ${identifier(alias.text)}${columnList(columns)}` : "";
}

/**
 * Arrays side by side, the shorter ones filled up with NULL, as a subquery that sees the tables before it. An array of rows
 * becomes a column for each field where the alias names more columns than there are arrays.
 */
function writeUnnest(item: Unnest, writing: Writing): string {
  const arrays = item.arrays.map((array) => writing.expression(array, writing).sql);
  const named = item.columns.length - (item.ordinality ? 1 : 0);
  const opensRows = arrays.length === 1 && named > 1;
  if (item.columns.length > 0 && !opensRows && named !== arrays.length) {
    throw refuse(
      "invalid_sql",
      `UNNEST gives ${arrays.length + (item.ordinality ? 1 : 0)} columns, the alias names ${item.columns.length}`,
      item.at,
      writing,
    );
  }
  const columns = arrays.map((array, index) =>
    opensRows ? `unnest(${array}, max_depth := 2)` : `unnest(${array}) AS ${identifier(`_col${index}`)}`,
  );
  if (item.ordinality) {
    const lengths = arrays.map((array) => `coalesce(len(${array}), 0)`);
    columns.push(`unnest(generate_series(1, greatest(${lengths.join(", ")}))) AS "ordinality"`);
  }
  const alias = item.alias ?? { text: "_unnest", quoted: true, at: item.at };
  return `(SELECT ${columns.join(", ")})${aliasOf(alias, item.columns)}`;
}
