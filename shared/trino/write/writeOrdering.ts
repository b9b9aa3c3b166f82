import { identifier } from "@pdp/basics/columns";
import type { Argument } from "../functions/functionKinds.ts";
import { wholeSql } from "../functions/operators/comparison.ts";
import type { Expression, Name, Query } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { contains, isFloating, type Type } from "../types/type.ts";
import { sortDirection } from "./clauses.ts";
import { sortable } from "./grouping.ts";
import { columnSql } from "./writeName.ts";
import type { Writing, WrittenBody, WrittenQuery } from "./writing.ts";

/** Writes the items of the final ORDER BY, in which a result column takes precedence over a table column. */
export function writeSorts(query: Query, body: WrittenBody, writing: Writing): string[] {
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
    const position = placeOf(of, places, body.columns.length, body.select?.items);
    const type = position === undefined ? undefined : body.columns[position]?.type;
    if (position === undefined) body.select?.requireGrouped?.(of, new Set(aliases.keys()));
    const value = position === undefined ? within.expression(of, within) : undefined;
    checkOrder(type ?? (value as Argument).type, of.at);
    if (value && isDistinct(query) && !body.select?.items.some(({ sql }) => sql === value.sql)) {
      throw new Refusal("With DISTINCT, ORDER BY can only use selected expressions", of.at);
    }
    const whole = type?.of && position !== undefined ? body.select?.items[position] : value?.type.of && value;
    if (whole) return `${wholeSql(whole)} ${direction}`;
    const item = position === undefined ? value : body.select?.items[position];
    if (item && keepsZeros(item, query)) return `(${item.sql} + 0) ${direction}`;
    return `${value ? sortable(value.sql) : (position as number) + 1} ${direction}`;
  });
}

const COLUMN = /^"(?:[^"]|"")*"\."(?:[^"]|"")*"$/;

/** Returns whether a sort key must not be the result column itself: the engine would return its −0 as 0. */
function keepsZeros({ sql, type }: Argument, query: Query): boolean {
  return isFloating(type) && COLUMN.test(sql) && !isDistinct(query) && !query.withTies;
}

function isDistinct({ body }: Query): boolean {
  return body.kind === "select" && body.distinct;
}

function checkOrder(type: Type, at: number): void {
  if (!contains(type, ({ name }) => name === "map" || name === "json" || name === "function")) return;
  throw new Refusal("Maps and JSON have no order: sort by a value in them", at);
}

/** Returns the index of the result column that an ORDER BY item refers to. */
function placeOf(
  of: Expression,
  places: ReadonlyMap<string, number[]>,
  count: number,
  items: Argument[] | undefined,
): number | undefined {
  if (of.kind === "number" && of.type === "integer") {
    const index = Number(of.value) - 1;
    if (index >= 0 && index < count) return index;
    throw new Refusal(`ORDER BY ${of.value}: the result has only ${count} columns`, of.at);
  }
  if (of.kind !== "column" || of.parts.length !== 1) return undefined;
  const name = of.parts[0] as Name;
  const indexes = places.get(name.text.toLowerCase()) ?? [];
  if (new Set(indexes.map((index) => items?.[index]?.sql)).size > 1) {
    throw new Refusal(`The name ${name.text} is ambiguous in ORDER BY`, of.at);
  }
  return indexes[0];
}

/** Writes FETCH … WITH TIES: includes all rows that tie with the last one. */
export function writeTies(query: Query, body: WrittenBody, sorts: string[], writing: Writing): WrittenQuery {
  const alias = writing.nextAlias();
  if (query.offset) throw new Refusal("WITH TIES and OFFSET do not go together here", query.at);
  const names = body.columns.map(({ id }) => identifier(id)).join(", ");
  const keys = sorts.map((sort) =>
    sort.replace(/^\d+(?= )/, (position) => columnSql(alias, body.columns[Number(position) - 1]?.id ?? "")),
  );
  if (keys.some((key) => !key.startsWith(`${identifier(alias)}.`))) {
    throw new Refusal("WITH TIES must order by columns of the result here: name them", query.at);
  }
  const limit = writing.expression(query.limit as Expression, writing).sql;
  const sql = `SELECT ${names} FROM (${body.sql}) AS ${identifier(alias)} QUALIFY rank() OVER (ORDER BY ${keys.join(", ")}) <= ${limit} ORDER BY ${keys.join(", ")}`;
  return { sql, columns: body.columns };
}
