import type { ColumnBounds, ColumnType } from "@pdp/basics/columns";
import type { Comparison, Expression, Name } from "../parse/ast.ts";
import { boundPoints, isBefore, literalPoint, type Point } from "./bounds.ts";

/** Column of a file and what is known about its values. */
export interface KnownColumn {
  type: ColumnType;
  /** Value ranges: each value is in one of them. Undefined if unknown. */
  bounds: readonly ColumnBounds[] | undefined;
  /** Number of rows in the file. */
  rows: number;
}

/** Returns the file column that a reference names; undefined if the reference may name anything else. */
export type FindColumn = (parts: readonly Name[]) => KnownColumn | undefined;

const MIRRORED: Record<Comparison, Comparison> = {
  ...{ "=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<=" },
};

/** Returns whether a condition may be true for a row of a file; true for any condition that is not understood. */
export function mayMatch(e: Expression, find: FindColumn): boolean {
  switch (e.kind) {
    case "and":
      return e.terms.every((term) => mayMatch(term, find));
    case "or":
      return e.terms.some((term) => mayMatch(term, find));
    case "binary": {
      const { operator, left, right } = e;
      if (!isComparison(operator)) return true;
      return left.kind === "column"
        ? mayCompare(left, operator, right, find)
        : mayCompare(right, MIRRORED[operator], left, find);
    }
    case "between":
      return e.not || (mayCompare(e.of, ">=", e.low, find) && mayCompare(e.of, "<=", e.high, find));
    case "inList":
      return e.not || e.items.some((item) => mayCompare(e.of, "=", item, find));
    case "like":
      return e.not || mayBeLike(e, find);
    case "isNull":
      return mayBeNull(e.of, e.not, find);
    default:
      return true;
  }
}

/** Returns whether values may begin as a pattern does before its first wildcard. */
function mayBeLike(like: Extract<Expression, { kind: "like" }>, find: FindColumn): boolean {
  const { of, pattern, escape: escapedBy } = like;
  const column = of.kind === "column" ? find(of.parts) : undefined;
  if (column?.type !== "STRING" || !column.bounds || pattern.kind !== "string") return true;
  if (escapedBy !== undefined && escapedBy.kind !== "string") return true;
  const { prefix, isWhole } = startOf(pattern.value, escapedBy?.value);
  const begin = Buffer.from(prefix);
  return column.bounds.some(({ min, max, nulls }) => {
    if (nulls >= column.rows) return false;
    if (min === undefined || max === undefined) return true;
    const [low, high] = [Buffer.from(min), Buffer.from(max)];
    const start = isWhole ? low : low.subarray(0, begin.length);
    return Buffer.compare(high, begin) >= 0 && Buffer.compare(start, begin) <= 0;
  });
}

/** Returns the characters of a pattern before its first wildcard. */
function startOf(pattern: string, escapedBy: string | undefined): { prefix: string; isWhole: boolean } {
  let prefix = "";
  for (let at = 0; at < pattern.length; at += 1) {
    const isEscaped = pattern[at] === escapedBy;
    if (isEscaped) at += 1;
    else if (pattern[at] === "%" || pattern[at] === "_") return { prefix, isWhole: false };
    prefix += pattern[at] ?? "";
  }
  return { prefix, isWhole: true };
}

function isComparison(operator: string): operator is Comparison {
  return Object.hasOwn(MIRRORED, operator);
}

function mayBeNull(of: Expression, not: boolean, find: FindColumn): boolean {
  const column = of.kind === "column" ? find(of.parts) : undefined;
  const [bounds] = column?.bounds ?? [];
  if (!column || !bounds) return true;
  return not ? bounds.nulls < column.rows : bounds.nulls > 0;
}

function mayCompare(of: Expression, operator: Comparison, literal: Expression, find: FindColumn): boolean {
  const column = of.kind === "column" ? find(of.parts) : undefined;
  const point = column && literalPoint(literal, column.type);
  if (!column?.bounds || !point) return true;
  return column.bounds.some(
    (bounds) => bounds.nulls < column.rows && mayBe(bounds, column.type, operator, point),
  );
}

function mayBe(bounds: ColumnBounds, type: ColumnType, operator: Comparison, point: Point): boolean {
  const known = boundPoints(bounds, type, point);
  if (!known) return true;
  const { min, max } = known;
  switch (operator) {
    case "=":
      return !isBefore(point, min) && !isBefore(max, point);
    case "<":
    case "<=":
      return !isBefore(point, min);
    case ">":
    case ">=":
      return !isBefore(max, point);
    case "<>":
      return true;
  }
}
