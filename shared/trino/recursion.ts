import type { Cte, FromItem, Query, QueryBody, Select, TableName } from "./parse/ast.ts";
import { Refusal } from "./sqlError.ts";

/** Number of steps after the initial rows; Trino's default. */
export const MAX_RECURSION_DEPTH = 10;

/** Recursive WITH query: `base UNION ALL step`; each step reads the rows of the previous one. */
export type Recursion = Extract<QueryBody, { kind: "set" }>;

/**
 * Returns the recursion of a self-referencing WITH query in the form that Trino accepts: the step reads it once, in FROM.
 * Throws a refusal for any other form.
 */
export function recursionOf(cte: Cte, isSelf: (table: TableName) => boolean): Recursion {
  const { body, orderBy, limit, offset, ctes } = cte.query;
  const name = cte.name.text;
  if (body.kind !== "set" || body.operator !== "UNION" || ctes.length > 0) {
    throw new Refusal(
      `${name} reads itself: write the initial query, UNION ALL, and the recursive query`,
      cte.name.at,
    );
  }
  if (orderBy.length > 0 || limit || offset) {
    throw new Refusal(`${name} reads itself: ORDER BY and LIMIT belong after the WITH`, cte.query.at);
  }
  const [wrong] = selvesIn(body.left, isSelf);
  if (wrong) throw new Refusal(`The initial query of ${name} cannot read it`, wrong.at);
  const selves = selvesIn(body.right, isSelf);
  const readable = selectOf(body.right)?.from.flatMap((item) => openTables(item)) ?? [];
  const hidden = selves.find((table) => !readable.includes(table));
  if (hidden) {
    throw new Refusal(
      `${name} can read itself only in the FROM clause of its recursive query, not in an outer join`,
      hidden.at,
    );
  }
  if (selves.length > 1) throw new Refusal(`${name} can read itself only once`, selves[1]?.at);
  return body;
}

/** Returns the references to the WITH query itself in a part of the tree. */
function selvesIn(part: unknown, isSelf: (table: TableName) => boolean): TableName[] {
  if (Array.isArray(part)) return part.flatMap((item) => selvesIn(item, isSelf));
  if (typeof part !== "object" || part === null) return [];
  if ("kind" in part && part.kind === "table" && isSelf(part as TableName)) return [part as TableName];
  return Object.values(part).flatMap((item) => selvesIn(item, isSelf));
}

function selectOf(body: QueryBody): Select | undefined {
  if (body.kind === "select") return body;
  return body.kind === "nested" ? selectIn(body.query) : undefined;
}

function selectIn({ body }: Query): Select | undefined {
  return selectOf(body);
}

/** Returns the tables in a FROM item that the item does not pad with NULLs. */
function openTables(item: FromItem): TableName[] {
  switch (item.kind) {
    case "table":
      return [item];
    case "subquery":
      return selectIn(item.query)?.from.flatMap(openTables) ?? [];
    case "group":
    case "sample":
      return openTables(item.of);
    case "join":
      return [
        ...(item.type === "RIGHT" || item.type === "FULL" ? [] : openTables(item.left)),
        ...(item.type === "LEFT" || item.type === "FULL" ? [] : openTables(item.right)),
      ];
    default:
      return [];
  }
}
