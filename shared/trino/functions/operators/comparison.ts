import type { Comparison } from "../../parse/ast.ts";
import { Refusal } from "../../sqlError.ts";
import { bindLong, bindSql, filterSql } from "../../types/bindSql.ts";
import { eachItem } from "../../types/castSql.ts";
import { hasNullPart } from "../../types/nullParts.ts";
import { ownError } from "../../types/ownError.ts";
import { BOOLEAN, contains, isFloating, itemOf, type Type, typeText } from "../../types/type.ts";
import { type Argument, sqlArgument } from "../functionKinds.ts";
import { alike } from "./commonTypes.ts";
import { ordered } from "./ordering.ts";

const UNORDERED = ["json", "map", "unknown", "function"];

/**
 * Writes a comparison in which NaN is neither equal to nor greater than anything, and a NULL inside a composite value makes
 * the result unknown. `isFilter` allows false for unknown, which keeps join conditions simple.
 */
export function compare(operator: Comparison, a: Argument, b: Argument, isFilter = false): Argument {
  const [x, y] = alike(a, b);
  const type = x.type;
  if (
    operator !== "=" &&
    operator !== "<>" &&
    contains(type, ({ name }) => UNORDERED.includes(name) && name !== "unknown")
  ) {
    throw new Refusal(`${typeText(type)} is not orderable, so the operator ${operator} does not support it`);
  }
  return sqlArgument(`(${comparison(operator, x, y, type, isFilter)})`, BOOLEAN);
}

function comparison(operator: Comparison, a: Argument, b: Argument, type: Type, isFilter: boolean): string {
  if (type.of) {
    if (operator === "=") return equal(a.sql, b.sql, type);
    if (operator === "<>") return `NOT ${equal(a.sql, b.sql, type)}`;
    return ordered(operator, a.sql, b.sql, type);
  }
  const plain = `${a.sql} ${operator} ${b.sql}`;
  if (!isFloating(type)) return plain;
  const isRight = operator === "<" || operator === "<=";
  const [suspect, other] = isRight ? [b, a] : [a, b];
  if (suspect.isLiteral || ((operator === "=" || operator === "<>") && other.isLiteral)) return plain;
  if (operator === "<>")
    return bindLong([a.sql, b.sql], (x, y) => `${x} <> ${y} OR (isnan(${x}) AND ${y} IS NOT NULL)`);
  return bindLong([suspect.sql, other.sql], (x, y) => {
    const holds = isRight ? `${y} ${operator} ${x}` : `${x} ${operator} ${y}`;
    if (isFilter || other.isLiteral) return `${holds} AND NOT isnan(${x})`;
    return `${holds} AND (NOT isnan(${x}) OR ${y} IS NULL)`;
  });
}

/** Writes an array or row as a sort key; fails if it contains a NULL, because it then has no order. */
export function wholeSql({ sql, type }: Argument): string {
  return `CASE WHEN ${hasNullPart(sql, type)} THEN ${ownError("Arrays and rows with NULL have no order")} ELSE ${sql} END`;
}

let depth = 0;

/** Maximum nesting depth of compared arrays, maps and rows; each level doubles the time that DuckDB takes to parse the text. */
const MAX_LEVELS = 10;

/** Writes the equality of two values of a type; unknown if it depends on a NULL inside them. */
export function equal(a: string, b: string, type: Type): string {
  if (levelsOf(type) > MAX_LEVELS) {
    throw new Refusal(
      `Nested values can be compared up to ${MAX_LEVELS} levels deep. Compare their parts instead`,
      undefined,
      "query_too_complex",
    );
  }
  return type.of ? bindLong([a, b], (x, y) => equalParts(x, y, type)) : equalParts(a, b, type);
}

function levelsOf({ of = [] }: Type): number {
  return of.reduce((deepest, part) => Math.max(deepest, levelsOf(part) + 1), 0);
}

function equalParts(a: string, b: string, type: Type): string {
  switch (type.name) {
    case "real":
    case "double":
      return `(${a} = ${b} AND NOT isnan(${a}))`;
    case "row": {
      const fields = (type.of ?? []).map((field, index) =>
        equal(`struct_extract_at(${a}, ${index + 1})`, `struct_extract_at(${b}, ${index + 1})`, field),
      );
      return `(CASE WHEN ${a} IS NOT NULL AND ${b} IS NOT NULL THEN ${fields.join(" AND ")} END)`;
    }
    case "array": {
      depth += 1;
      const [item, verdicts] = [`"__e${depth}"`, `"__f${depth}"`];
      const items = `list_transform(list_zip(${a}, ${b}), lambda ${item}: ${equal(`${item}[1]`, `${item}[2]`, itemOf(type))})`;
      depth -= 1;
      const verdict = `CASE WHEN list_contains(${verdicts}, false) THEN false WHEN len(list_filter(${verdicts}, lambda "__n": "__n" IS NULL)) > 0 THEN NULL ELSE true END`;
      return `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN len(${a}) <> len(${b}) THEN false ELSE list_transform([${items}], lambda ${verdicts}: ${verdict})[1] END)`;
    }
    case "map": {
      const [keyType, value] = type.of as [Type, Type];
      const hasNan = isFloating(keyType)
        ? ` OR len(${filterSql(`map_keys(${a})`, (key) => `isnan(${key})`)}) > 0`
        : "";
      const items = eachItem(`map_keys(${a})`, (key) => equal(`${a}[${key}]`, `${b}[${key}]`, value));
      const verdict = bindSql(
        [items],
        (same) =>
          `CASE WHEN list_contains(${same}, false) THEN false WHEN list_position(${same}, NULL) IS NOT NULL THEN NULL ELSE true END`,
      );
      return `(CASE WHEN ${a} IS NULL OR ${b} IS NULL THEN NULL WHEN cardinality(${a}) <> cardinality(${b}) OR NOT list_has_all(map_keys(${a}), map_keys(${b}))${hasNan} THEN false ELSE ${verdict} END)`;
    }
    default:
      return `(${a} = ${b})`;
  }
}

/** Returns whether equality for a type differs from DuckDB's. */
export function hasOwnEquality(type: Type): boolean {
  return type.of !== undefined || isFloating(type);
}
