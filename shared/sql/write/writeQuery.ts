import { identifier } from "#shared/duckdb/quoting.ts";
import { type Argument, sqlArgument } from "#shared/sql/functions/functionKinds.ts";
import { coerced, commonOf, notTogether, wholeSql } from "#shared/sql/functions/operators.ts";
import type {
  Cte,
  Expression,
  Grouping,
  Name,
  Query,
  QueryBody,
  Select,
  SelectItem,
} from "#shared/sql/parse/ast.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import { castSql } from "#shared/sql/types/castSql.ts";
import { commonType } from "#shared/sql/types/coerce.ts";
import { contains, duckdbType, type Type } from "#shared/sql/types/type.ts";
import { sortDirection, withQueries, writeClauses, writeWindow } from "./clauses.ts";
import type { OutputColumn, ScopeColumn } from "./scope.ts";
import { writeFrom } from "./writeFrom.ts";
import { columnSql } from "./writeName.ts";
import { checkLength, duckDbDialect, type Writing, type WrittenQuery } from "./writing.ts";

/** Writes a query in DuckDB's dialect, without parentheses around it. `before` are WITH queries that it may read. */
export function writeQuery(query: Query, outer: Writing, before: readonly string[] = []): WrittenQuery {
  const writing: Writing = { ...outer, aliases: undefined, windows: undefined };
  const ctes = query.ctes.map((cte) => writeCte(cte, writing));
  const body = writeOrdered(query, writing);
  const parts = [...withQueries([...before, ...ctes]), body.sql];
  return { sql: checkLength(parts.join(" "), query.at, writing), columns: body.columns };
}

function writeCte(cte: Cte, writing: Writing): string {
  const name = writing.bindings.ctes.get(cte) ?? "";
  const { sql, columns } = writeQuery(cte.query, writing);
  if (cte.columns.length > 0 && cte.columns.length !== columns.length) {
    throw new Refusal(
      `${cte.name.text} names ${cte.columns.length} columns, its query gives ${columns.length}`,
      cte.name.at,
    );
  }
  writing.ctes.set(
    name,
    columns.map((column, index) => ({ ...column, name: cte.columns[index]?.text ?? column.name })),
  );
  return `${identifier(name)} AS (${sql})`;
}

/** Body of a query, with what its ORDER BY can refer to. */
interface WrittenBody extends WrittenQuery {
  /** Items of a SELECT and the context of its expressions; undefined if ORDER BY sees only the result. */
  select?: { items: Argument[]; writing: Writing } | undefined;
}

function writeOrdered(query: Query, writing: Writing): WrittenQuery {
  const { orderBy, limit, offset } = query;
  let body = writeBody(query.body, writing);
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

/** Writes the items of the final ORDER BY, in which a column of the result takes precedence over one of a table. */
function writeSorts(query: Query, body: WrittenBody, writing: Writing): string[] {
  const aliases = new Map<string, Argument>();
  const places = new Map<string, number[]>();
  body.columns.forEach(({ name }, index) => {
    const item = body.select?.items[index];
    if (name === undefined || !item) return;
    const key = name.toLowerCase();
    aliases.set(key, item);
    places.set(key, [...(places.get(key) ?? []), index]);
  });
  const within: Writing = { ...(body.select?.writing ?? writing), aliases };
  return query.orderBy.map(({ of, descending, nullsFirst }) => {
    const direction = sortDirection(descending, nullsFirst);
    const place = placeOf(of, places, body.columns.length, body.select?.items);
    const type = place === undefined ? undefined : body.columns[place]?.type;
    const value = place === undefined ? within.expression(of, within) : undefined;
    checkOrder(type ?? (value as Argument).type, of.at);
    if (value && isDistinct(query) && !body.select?.items.some(({ sql }) => sql === value.sql)) {
      throw new Refusal("With DISTINCT, ORDER BY names what is selected", of.at);
    }
    const whole = type?.of && place !== undefined ? body.select?.items[place] : value?.type.of && value;
    if (whole) return `${wholeSql(whole)} ${direction}`;
    return `${value ? sortable(value.sql) : (place as number) + 1} ${direction}`;
  });
}

function isDistinct({ body }: Query): boolean {
  return body.kind === "select" && body.distinct;
}

/** A bare number would be the place of a column. */
function sortable(sql: string): string {
  return /^\d+$/.test(sql) ? `(${sql} + 0)` : sql;
}

function checkOrder(type: Type, at: number): void {
  if (!contains(type, ({ name }) => name === "map" || name === "json" || name === "function")) return;
  throw new Refusal("Maps and JSON have no order: sort by a value in them", at);
}

/** Returns the index of the result column that an item of ORDER BY names. */
function placeOf(
  of: Expression,
  places: ReadonlyMap<string, number[]>,
  count: number,
  items: Argument[] | undefined,
): number | undefined {
  if (of.kind === "number" && of.type === "integer") {
    const place = Number(of.value) - 1;
    if (place >= 0 && place < count) return place;
    throw new Refusal(`ORDER BY ${of.value}: the result has ${count} columns`, of.at);
  }
  if (of.kind !== "column" || of.parts.length !== 1) return undefined;
  const name = of.parts[0] as Name;
  const found = places.get(name.text.toLowerCase()) ?? [];
  if (new Set(found.map((index) => items?.[index]?.sql)).size > 1) {
    throw new Refusal(`The name ${name.text} is ambiguous in ORDER BY`, of.at);
  }
  return found[0];
}

/** Writes FETCH … WITH TIES: all rows that rank as high as the last one. */
function writeTies(query: Query, body: WrittenBody, sorts: string[], writing: Writing): WrittenQuery {
  const alias = writing.nextAlias();
  if (query.offset) throw new Refusal("WITH TIES and OFFSET do not go together here", query.at);
  const names = body.columns.map(({ id }) => identifier(id)).join(", ");
  const keys = sorts.map((sort) =>
    sort.replace(/^\d+(?= )/, (place) => columnSql(alias, body.columns[Number(place) - 1]?.id ?? "")),
  );
  if (keys.some((key) => !key.startsWith(`${identifier(alias)}.`))) {
    throw new Refusal("WITH TIES orders by columns of the result here: name them", query.at);
  }
  const limit = writing.expression(query.limit as Expression, writing).sql;
  const sql = `SELECT ${names} FROM (${body.sql}) AS ${identifier(alias)} QUALIFY rank() OVER (ORDER BY ${keys.join(", ")}) <= ${limit} ORDER BY ${keys.join(", ")}`;
  return { sql, columns: body.columns };
}

function writeBody(body: QueryBody, writing: Writing): WrittenBody {
  switch (body.kind) {
    case "select":
      return writeSelect(body, writing);
    case "values":
      return writeValues(body, writing);
    case "nested": {
      const { sql, columns } = writeQuery(body.query, writing);
      return { sql: `(${sql})`, columns };
    }
    case "set":
      return writeSet(body, writing);
  }
}

function writeSet(body: Extract<QueryBody, { kind: "set" }>, writing: Writing): WrittenBody {
  const [left, right] = [writeBody(body.left, writing), writeBody(body.right, writing)];
  if (left.columns.length !== right.columns.length) {
    throw new Refusal(
      `${body.operator} joins queries of ${left.columns.length} and ${right.columns.length} columns`,
      body.at,
    );
  }
  const types = left.columns.map(({ type }, index) => {
    const other = right.columns[index]?.type as Type;
    const common = commonType(type, other);
    if (!common) throw notTogether(type, other);
    if (!body.all || body.operator !== "UNION") checkDistinct(common, body.at);
    return common;
  });
  const ids = uniqueIds(left.columns.map(({ name }) => name));
  const columns = types.map((type, index) => ({
    name: left.columns[index]?.name,
    type,
    id: ids[index] as string,
  }));
  const side = (written: WrittenQuery): string => {
    const alias = writing.nextAlias();
    const items = columns.map(({ type, id }, index) => {
      const column = written.columns[index] as OutputColumn;
      const value = castSql(columnSql(alias, column.id), column.type, type);
      return `${column.type.name === "unknown" ? `CAST(${value} AS ${duckdbType(type)})` : value} AS ${identifier(id)}`;
    });
    return `(SELECT ${items.join(", ")} FROM (${written.sql}) AS ${identifier(alias)})`;
  };
  return { sql: `${side(left)} ${body.operator}${body.all ? " ALL" : ""} ${side(right)}`, columns };
}

function checkDistinct(type: Type, at: number): void {
  if (!contains(type, ({ name }) => name === "map" || name === "function")) return;
  throw new Refusal("Maps cannot be grouped or made distinct here: use json_format(CAST(m AS JSON))", at);
}

function writeValues({ rows, at }: Extract<QueryBody, { kind: "values" }>, writing: Writing): WrittenBody {
  const written = rows.map((row) => openRow(row, writing));
  const width = written[0]?.length ?? 0;
  if (written.some((row) => row.length !== width)) {
    throw new Refusal("The rows of VALUES have different numbers of columns", at);
  }
  const types = Array.from({ length: width }, (_, index) =>
    commonOf(written.map((row) => row[index] as Argument)),
  );
  const columns = types.map((type, index) => ({ name: undefined, type, id: `c${index}` }));
  const alias = writing.nextAlias();
  const tuples = written.map(
    (row) => `(${row.map((value, index) => coerced(value, types[index] as Type).sql).join(", ")})`,
  );
  const names = columns.map(({ id }) => identifier(id)).join(", ");
  return { sql: `SELECT * FROM (VALUES ${tuples.join(", ")}) AS ${identifier(alias)}(${names})`, columns };
}

function openRow(row: Expression[], writing: Writing): Argument[] {
  const values = row.map((value) => writing.expression(value, writing));
  const [only] = values;
  if (values.length !== 1 || row[0]?.kind === "row" || only?.type.name !== "row") return values;
  return (only.type.of ?? []).map((type, index) =>
    sqlArgument(`struct_extract_at(${only.sql}, ${index + 1})`, type),
  );
}

function windowNames({ windows }: Select): Set<string> {
  return new Set(windows.map(({ name }) => name.text.toLowerCase()));
}

interface Item extends Argument {
  name: string | undefined;
}

function writeSelect(select: Select, outer: Writing): WrittenBody {
  const columns: ScopeColumn[] = [];
  const froms = select.from.map((item) => {
    const written = writeFrom(item, outer, columns);
    columns.push(...written.columns);
    return written.sql;
  });
  const writing: Writing = {
    ...outer,
    scope: { columns, outer: outer.scope },
    windows: windowNames(select),
  };
  if (select.from.length === 0 && select.items.some(({ kind }) => kind === "star")) {
    throw new Refusal("SELECT * needs a FROM", select.at);
  }
  const items = select.items.flatMap((item) => writeItem(item, columns, writing));
  if (select.distinct) for (const { type } of items) checkDistinct(type, select.at);
  const ids = uniqueIds(items.map(({ name }) => name));
  const list = items.map(({ sql }, index) => `${sql} AS ${identifier(ids[index] as string)}`).join(", ");
  const dialect = duckDbDialect(writing);
  const sql = writeClauses(
    { ...select, groupBy: select.groupBy.map((by) => checkGrouping(by, items, writing)) },
    list,
    {
      ...dialect,
      expression: (expression) => groupedExpression(expression, select, items, writing),
      from: (item) => froms[select.from.indexOf(item)] as string,
      windows: (windows) => writeWindows(windows, writing),
    },
  );
  return {
    sql,
    columns: items.map(({ name, type }, index) => ({ name, type, id: ids[index] as string })),
    select: { items, writing },
  };
}

/** Writes an expression of GROUP BY, in which a number is the place of an item. */
function groupedExpression(expression: Expression, select: Select, items: Item[], writing: Writing): string {
  const isGrouping = select.groupBy.some(
    (by) => "of" in by && (Array.isArray(by.of) ? by.of : [by.of]).includes(expression),
  );
  if (!isGrouping || expression.kind !== "number" || expression.type !== "integer") {
    return writing.expression(expression, writing).sql;
  }
  const item = items[Number(expression.value) - 1];
  if (!item)
    throw new Refusal(`GROUP BY ${expression.value}: the SELECT has ${items.length} items`, expression.at);
  return sortable(item.sql);
}

function checkGrouping(by: Grouping, items: Item[], writing: Writing): Grouping {
  if (by.kind !== "by" || by.of.kind === "number") return by;
  checkDistinct(writing.expression(by.of, writing).type, by.of.at);
  return items.length > 0 ? by : by;
}

/** Returns a name for each column, different from the others: its own one where it is the first of that name. */
export function uniqueIds(names: readonly (string | undefined)[]): string[] {
  const used = new Set(names.flatMap((name) => (name === undefined ? [] : [name.toLowerCase()])));
  const given = new Set<string>();
  return names.map((name, index) => {
    const key = name?.toLowerCase();
    if (name !== undefined && key !== undefined && !given.has(key)) {
      given.add(key);
      return name;
    }
    let id = `_col${index}`;
    while (used.has(id)) id = `_${id}`;
    used.add(id);
    return id;
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

function writeItem(item: SelectItem, columns: readonly ScopeColumn[], writing: Writing): Item[] {
  if (item.kind === "star") return writeStar(item, columns);
  if (item.kind === "fields") return writeFields(item, writing);
  const value = writing.expression(item.of, writing);
  if (value.type.name === "function") throw new Refusal("A lambda is no value", item.at);
  return [{ ...value, name: item.alias?.text ?? nameOf(item.of) }];
}

function nameOf(e: Expression): string | undefined {
  if (e.kind === "column") return e.parts.at(-1)?.text;
  return e.kind === "field" && nameOf(e.of) !== undefined ? e.name.text : undefined;
}

function writeStar(
  { table, at }: Extract<SelectItem, { kind: "star" }>,
  columns: readonly ScopeColumn[],
): Item[] {
  const key = table?.text.toLowerCase();
  const found = table ? columns.filter((column) => column.table?.toLowerCase() === key) : columns;
  if (found.length === 0) throw new Refusal(`There is no ${table?.text} in the FROM of this SELECT`, at);
  return found.map(({ name, sql, type }) => ({ ...sqlArgument(sql, type), name }));
}

/** Writes `row.*`, a column for each field. */
function writeFields({ of, aliases, at }: Extract<SelectItem, { kind: "fields" }>, writing: Writing): Item[] {
  const { sql, type } = writing.expression(of, writing);
  const fields = type.of ?? [];
  if (type.name !== "row") throw new Refusal(".* opens rows and tables", at);
  if (aliases.length > 0 && aliases.length !== fields.length) {
    throw new Refusal(`The row has ${fields.length} fields, ${aliases.length} are named`, at);
  }
  return fields.map((field, index) => ({
    ...sqlArgument(`struct_extract_at(${sql}, ${index + 1})`, field),
    name: aliases[index]?.text ?? type.names?.[index],
  }));
}
