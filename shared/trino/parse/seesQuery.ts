import { QUERY_STARTS, type TokenReader } from "./tokenReader.ts";

/** Tokens that continue a query after a query in parentheses. */
const CONTINUATIONS = ["UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT", "OFFSET", "FETCH"];

/** Returns whether the parenthesis that was just opened contains a query rather than a table expression. */
export function seesNestedQuery(reader: TokenReader): boolean {
  const distance = depthOfQuery(reader);
  if (distance === undefined) return false;
  return distance === 0 || closesQuery(reader, distance, true);
}

/** Returns whether the parenthesis that was just opened contains a query that starts with a query in parentheses. */
export function seesSetOperation(reader: TokenReader): boolean {
  const distance = depthOfQuery(reader);
  return distance !== undefined && distance > 0 && closesQuery(reader, distance, false);
}

/** Returns the number of parentheses before a query; undefined if something else follows them. */
function depthOfQuery(reader: TokenReader): number | undefined {
  let distance = 0;
  while (reader.ahead(distance).key === "(") distance += 1;
  const { key } = reader.ahead(distance);
  if (!QUERY_STARTS.includes(key)) return undefined;
  return key === "TABLE" && reader.ahead(distance + 1).key === "(" ? undefined : distance;
}

/**
 * Returns whether nested parentheses form a query: `((SELECT 1) UNION (SELECT 2))` does, `((SELECT 1) AS a JOIN b ON …)` does
 * not. `mayEnd` states whether the query may end with the outermost of the parentheses.
 */
function closesQuery(reader: TokenReader, depth: number, mayEnd: boolean): boolean {
  let open = depth;
  let minOpen = depth;
  for (let distance = depth; open > 0; distance += 1) {
    const { key, kind } = reader.ahead(distance);
    if (kind === "end") return true;
    if (key === "(") open += 1;
    if (key === ")") open -= 1;
    if (open >= minOpen) continue;
    minOpen = open;
    const { key: after } = reader.ahead(distance + 1);
    if (!CONTINUATIONS.includes(after) && (after !== ")" || (open === 0 && !mayEnd))) return false;
  }
  return true;
}
