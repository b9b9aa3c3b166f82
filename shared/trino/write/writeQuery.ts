import { identifier } from "@pdp/basics/columns";
import { sqlArgument } from "../functions/functionKinds.ts";
import type { Cte, Query, QueryBody } from "../parse/ast.ts";
import { withQueries } from "./clauses.ts";
import { columnSql } from "./writeName.ts";
import { writeSorts, writeTies } from "./writeOrdering.ts";
import { countDiffers, writeRecursion } from "./writeRecursion.ts";
import { writeSet, writeValues } from "./writeRows.ts";
import { writeSelect } from "./writeSelect.ts";
import { checkLength, type Writing, type WrittenBody, type WrittenQuery } from "./writing.ts";

/** Writes a query in DuckDB's dialect, without enclosing parentheses. `before` contains WITH queries that it may read. */
export function writeQuery(query: Query, outer: Writing, before: readonly string[] = []): WrittenQuery {
  const writing: Writing = {
    ...outer,
    aliases: undefined,
    windows: undefined,
    hoist: undefined,
    known: undefined,
    isFilter: false,
  };
  const ctes = query.ctes.flatMap((cte) => writeCte(cte, writing));
  const body = writeOrdered(query, writing);
  const parts = [...withQueries([...before, ...ctes]), body.sql];
  return { sql: checkLength(parts.join(" "), query.at, writing), columns: body.columns };
}

function writeCte(cte: Cte, writing: Writing): string[] {
  const name = writing.bindings.ctes.get(cte) ?? "";
  const recursion = writing.bindings.recursions.get(cte);
  if (recursion) {
    const { ctes, columns } = writeRecursion(cte, recursion, name, writing, writeBody);
    writing.ctes.set(name, columns);
    return ctes;
  }
  const { sql, columns } = writeQuery(cte.query, writing);
  if (cte.columns.length > 0 && cte.columns.length !== columns.length) {
    throw countDiffers(cte, columns.length);
  }
  writing.ctes.set(
    name,
    columns.map((column, index) => ({ ...column, name: cte.columns[index]?.text ?? column.name })),
  );
  return [`${identifier(name)} AS (${sql})`];
}

function writeOrdered(query: Query, writing: Writing): WrittenQuery {
  const { orderBy, limit, offset } = query;
  let body = writeBody(query.body, writing, orderBy);
  const ends: string[] = [];
  const isNested = query.body.kind === "nested";
  const isSorted = orderBy.length > 0;
  if ((isNested || !body.select) && (isSorted || limit || offset || isNested)) {
    const alias = writing.nextAlias();
    const columns = body.columns.map(({ name, type, id }) => ({
      name,
      type,
      table: undefined,
      sql: columnSql(alias, id),
    }));
    if (isSorted || limit || offset || query.ctes.length > 0) {
      body = {
        sql: `SELECT * FROM (${body.sql}) AS ${identifier(alias)}`,
        columns: body.columns,
        select: {
          items: columns.map(({ sql, type }) => sqlArgument(sql, type)),
          writing: { ...writing, scope: { columns, outer: writing.scope } },
        },
      };
    }
  }
  const sorts = isSorted ? writeSorts(query, body, writing) : [];
  if (query.withTies && limit) return writeTies(query, body, sorts, writing);
  if (isSorted) ends.push(`ORDER BY ${sorts.join(", ")}`);
  if (limit) ends.push(`LIMIT ${writing.expression(limit, writing).sql}`);
  if (offset) ends.push(`OFFSET ${writing.expression(offset, writing).sql}`);
  return { sql: [body.sql, ...ends].join(" "), columns: body.columns };
}

function writeBody(body: QueryBody, writing: Writing, orderBy: Query["orderBy"] = []): WrittenBody {
  switch (body.kind) {
    case "select":
      return writeSelect(body, writing, orderBy);
    case "values":
      return writeValues(body, writing);
    case "nested": {
      const { sql, columns } = writeQuery(body.query, writing);
      return { sql: `(${sql})`, columns };
    }
    case "set":
      return writeSet(body, writeBody(body.left, writing), writeBody(body.right, writing), writing);
  }
}
