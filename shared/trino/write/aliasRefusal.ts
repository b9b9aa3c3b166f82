import { shortName } from "../boundMessage.ts";
import type { Expression, Name, Select, SelectItem } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { findCall, isAggregate, isWindow } from "./expressionParts.ts";
import { isNamed } from "./scope.ts";
import type { Writing } from "./writing.ts";

type NamedItem = Extract<SelectItem, { kind: "item" }>;

/** Maximum length of an expression quoted in an error, in characters. */
const MAX_SOURCE_CHARACTERS = 80;
const FROM_QUERY = "select from a query that has it";
/** Expressions that keep their meaning next to any operator. */
const CLOSED = new Set([
  "column",
  "call",
  "cast",
  "string",
  "number",
  "field",
  "subscript",
  "case",
  "scalarQuery",
]);

/** Refusal for a SELECT alias used in a clause that is evaluated before SELECT; undefined for other names. */
export function aliasRefusal(
  [name, ...rest]: readonly Name[],
  { scope, parameters }: Pick<Writing, "scope" | "parameters">,
): Refusal | undefined {
  if (!name || rest.length > 0) return undefined;
  for (let here = scope; here; here = here.outer) {
    const { select } = here;
    const itemIndex =
      select?.items.findIndex((item) => item.kind === "item" && isNamed(item.alias?.text, name)) ?? -1;
    const item = select?.items[itemIndex];
    if (!select || item?.kind !== "item" || item.source?.toLowerCase() === name.text.toLowerCase()) continue;
    const isOuter = here !== scope;
    const owner = isOuter ? "the SELECT around this query" : "this SELECT";
    // Names in the aliased expression may have another meaning here.
    const isCovered = isOuter || parameters.size > 0;
    const remedy = isCovered ? FROM_QUERY : insteadOfAlias(name, item, itemIndex, select);
    const what = `${shortName(name.text)} is an alias of ${owner}, and is available only in its ORDER BY`;
    return new Refusal(`${what}: ${remedy}`, name.at);
  }
  return undefined;
}

function insteadOfAlias(name: Name, item: NamedItem, itemIndex: number, select: Select): string {
  const { of, alias } = item;
  const { groupBy, having, items, where } = select;
  const isGrouping = holds(groupBy, name);
  const isFilter = holds([where, having], name);
  if (findCall(of, isWindow)) {
    const isWhole = of.kind === "call" && isFilter;
    if (isWhole)
      return `write SELECT * FROM (SELECT …) AS q WHERE ${shortName(alias?.text)} = 1, because window functions are evaluated after WHERE`;
    if (isFilter || isGrouping) return FROM_QUERY;
  }
  if (findCall(of, isAggregate)) {
    if (holds(where, name)) return "filter with HAVING instead of WHERE";
    const isNested = findCall([items, having], (call) => isAggregate(call) && holds(call, name));
    if (isGrouping || isNested) return FROM_QUERY;
  }
  const isCounted = items.slice(0, itemIndex).every(({ kind }) => kind === "item");
  if (isCounted && groupBy.some((by) => by.kind === "by" && isBare(by.of, name)))
    return groupBy.length === 1 ? `write GROUP BY ${itemIndex + 1}` : `write ${itemIndex + 1} here`;
  return insteadOfName(item);
}

function insteadOfName({ of, source = "" }: NamedItem): string {
  if (source.length > MAX_SOURCE_CHARACTERS) return `repeat its expression, or ${FROM_QUERY}`;
  const text = source.replace(/\s+/g, " ");
  return CLOSED.has(of.kind) ? `write ${text} here` : `write (${text}) here`;
}

function isBare(of: Expression, name: Name): boolean {
  return of.kind === "column" && of.parts.length === 1 && of.parts[0] === name;
}

/** Returns whether a name occurs in a part of a syntax tree. */
function holds(part: unknown, name: Name): boolean {
  if (typeof part !== "object" || part === null) return false;
  return part === name || Object.values(part).some((inner) => holds(inner, name));
}
