import { type Argument, type Failing, failSql, sqlArgument } from "../functions/functionKinds.ts";
import { coerced, commonOf, comparable, notTogether } from "../functions/operators/commonTypes.ts";
import { compare, equal, hasOwnEquality } from "../functions/operators/comparison.ts";
import type { Comparison, Expression } from "../parse/ast.ts";
import { Refusal } from "../sqlError.ts";
import { bindSql } from "../types/bindSql.ts";
import { castSql } from "../types/castSql.ts";
import { commonType } from "../types/coerce.ts";
import { isMissing } from "../types/nullParts.ts";
import {
  BOOLEAN,
  contains,
  duckdbType,
  isFloating,
  isText,
  rowType,
  type Type,
  typeText,
} from "../types/type.ts";
import { columnSql } from "./writeName.ts";
import type { Writing } from "./writing.ts";

export function condition(sql: string): Argument {
  return sqlArgument(`(${sql})`, BOOLEAN);
}

export const COMPARISONS = new Set<string>(["=", "<>", "<", "<=", ">", ">="]);

export function between(of: Argument, low: Argument, high: Argument, isFilter: boolean): string {
  const common = commonOf([of, low, high]);
  if (common.of || isFloating(common) || common.name === "json") {
    return `${compare(">=", of, low, isFilter).sql} AND ${compare("<=", of, high, isFilter).sql}`;
  }
  return `${comparable(of, common).sql} BETWEEN ${comparable(low, common).sql} AND ${comparable(high, common).sql}`;
}

export function inList(of: Argument, items: Argument[]): string {
  const common = commonOf([of, ...items]);
  const value = comparable(of, common).sql;
  const others = items.map((item) => comparable(item, common));
  if (common.of) return others.map((item) => equal(value, item.sql, common)).join(" OR ");
  const list = `${value} IN (${others.map(({ sql }) => sql).join(", ")})`;
  if (!hasOwnEquality(common)) return list;
  if (items.some((item) => item.type.name === "unknown"))
    return `CASE WHEN NOT isnan(${value}) THEN ${list} END`;
  const missing = others.filter((item) => !item.isLiteral).map(({ sql }) => `${sql} IS NULL`);
  const unequal = missing.length > 0 ? `CASE WHEN ${missing.join(" OR ")} THEN NULL ELSE false END` : "false";
  return `CASE WHEN isnan(${value}) THEN ${unequal} ELSE ${list} END`;
}

/** Returns the item of a row with a single item, and any other value unchanged. */
function itemOf(value: Argument): Argument {
  const [type, ...more] = value.type.of ?? [];
  if (value.type.name !== "row" || !type || more.length > 0) return value;
  return sqlArgument(`struct_extract_at(${value.sql}, 1)`, type);
}

/** Returns the value that is compared with rows of a query, with the type of a row if it needs one. */
function comparedRow(value: Argument, types: Type[]): Argument {
  if (types.length === 1) return types[0]?.name === "row" ? value : itemOf(value);
  if (value.type.name !== "unknown") return value;
  const row = rowType(types);
  return sqlArgument(`CAST(NULL AS ${duckdbType(row)})`, row);
}

/** Writes a comparison with query rows, as in `x IN (…)` or `x > ALL (…)`. */
export function inQuery(
  compared: Argument,
  e: Extract<Expression, { kind: "inQuery" | "quantified" }>,
  writing: Writing,
  operator: Comparison,
  all: boolean,
): Argument {
  const { sql, columns } = writing.query(e.query, writing);
  const of = comparedRow(
    compared,
    columns.map(({ type }) => type),
  );
  const row = of.type.name === "row";
  if ((row || columns.length !== 1) && !(row && columns.length === of.type.of?.length)) {
    throw new Refusal(
      `The subquery returns ${columns.length} columns, but only one can be compared`,
      e.query.at,
    );
  }
  const alias = writing.nextAlias();
  const names = columns.map(({ id }) => columnSql(alias, id));
  const other = row
    ? sqlArgument(
        `struct_pack(${names.map((name, index) => `field${index} := ${name}`).join(", ")})`,
        rowType(columns.map(({ type }) => type)),
      )
    : sqlArgument(names[0] as string, columns[0]?.type as Type);
  const common = commonType(of.type, other.type);
  if (!common) throw notTogether(of.type, other.type);
  const isMembership = operator === (all ? "<>" : "=");
  if (!hasOwnEquality(common) || (isMembership && !contains(common, ({ name }) => name === "map"))) {
    const value = castSql(other.sql, other.type, common);
    const word = all ? "ALL" : "ANY";
    // Trino looks up values by hash, where NaN equals NaN and a NULL inside a row equals NULL. In a filter, rows are joined
    // instead.
    const isJoined = hasOwnEquality(common) && writing.isFilter && !all;
    const some = isJoined ? ` WHERE NOT (${isMissing(value, common, "NULL or NaN")})` : "";
    return condition(
      `${coerced(of, common).sql} ${operator} ${word} (SELECT ${value} FROM (${sql}) AS "${alias}"${some})`,
    );
  }
  const verdict = compare(operator, of, other).sql;
  const known = `SELECT ${verdict} AS v FROM (${sql}) AS "${alias}"`;
  const decided = all
    ? "CASE WHEN count(*) = 0 THEN true WHEN NOT bool_and(v) THEN false WHEN count(v) < count(*) THEN NULL ELSE true END"
    : "CASE WHEN count(*) = 0 THEN false WHEN bool_or(v) THEN true WHEN count(v) < count(*) THEN NULL ELSE false END";
  return condition(`SELECT ${decided} FROM (${known})`);
}

export function like(of: Argument, pattern: Argument, mark: Argument | undefined, failing: Failing): string {
  for (const { type } of [of, pattern, ...(mark ? [mark] : [])]) {
    if (!isText(type) && type.name !== "unknown")
      throw new Refusal(`LIKE compares strings, not ${typeText(type)}`);
  }
  const character = mark?.literal;
  if (character !== undefined && [...character].length !== 1)
    throw new Refusal("The string after ESCAPE must be exactly one character");
  if (character !== undefined && pattern.literal !== undefined) {
    const rest = pattern.literal
      .replaceAll(character + character, "")
      .replaceAll(`${character}%`, "")
      .replaceAll(`${character}_`, "");
    if (rest.includes(character))
      throw new Refusal(`In the pattern, ${character} must be followed by %, _ or ${character}`);
  }
  const text = (value: Argument): string =>
    value.type.name === "unknown" ? "CAST(NULL AS VARCHAR)" : value.sql;
  const isKnown = !mark || (character !== undefined && pattern.literal !== undefined);
  if (isKnown) return `${text(of)} LIKE ${text(pattern)}${mark ? ` ESCAPE ${mark.sql}` : ""}`;
  const long = failSql("The string after ESCAPE must be exactly one character", failing);
  const wrong = failSql(
    "In a pattern, the ESCAPE character must be followed by %, _ or that character",
    failing,
  );
  return bindSql([text(of), text(pattern), text(mark)], (value, by, sign) => {
    const rest = [sign, "'%'", "'_'"].reduce((left, next) => `replace(${left}, ${sign} || ${next}, '')`, by);
    return `(CASE WHEN ${by} IS NULL OR ${sign} IS NULL THEN NULL WHEN length(${sign}) <> 1 THEN ${long} WHEN contains(${rest}, ${sign}) THEN ${wrong} ELSE like_escape(${value}, ${by}, ${sign}) END)`;
  });
}
