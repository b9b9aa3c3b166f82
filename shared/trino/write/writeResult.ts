import { identifier } from "@pdp/basics/columns";
import { castSql } from "../types/castSql.ts";
import { isFine, TIME_WITH_ZONE, type Type, VARCHAR } from "../types/type.ts";
import { columnSql } from "./writeName.ts";
import type { Writing, WrittenQuery } from "./writing.ts";

/**
 * Writes the result of a query, with names as in Trino and intervals as text. Trino's clients read times with more than six
 * digits as text, too.
 */
export function writeResult({ sql, columns }: WrittenQuery, writing: Writing, forClient = false): string {
  const names = columns.map(({ name }, index) => name ?? `_col${index}`);
  const types = columns.map(({ type }) => shownType(type, forClient));
  const isShown = columns.every(({ id, type }, index) => id === names[index] && type === types[index]);
  if (isShown) return sql;
  const alias = writing.nextAlias();
  const items = columns.map(({ id, type }, index) => {
    const column = columnSql(alias, id);
    // Computing a column without a type may fail.
    const value =
      type.name === "unknown" ? `CAST(${column} AS VARCHAR)` : castSql(column, type, types[index] as Type);
    return `${value} AS ${identifier(names[index] as string)}`;
  });
  return `SELECT ${items.join(", ")} FROM (${sql}) AS ${identifier(alias)}`;
}

/** Returns the result type for values of a type. */
function shownType(type: Type, forClient: boolean): Type {
  if (type.name === "unknown" || type.name === TIME_WITH_ZONE || type.name.startsWith("interval"))
    return VARCHAR;
  if (isFine(type)) return forClient ? VARCHAR : { ...type, size: 6, isExact: true };
  if (!type.of) return type;
  const of = type.of.map((part) => shownType(part, forClient));
  return of.every((part, index) => part === type.of?.[index]) ? type : { ...type, of };
}
