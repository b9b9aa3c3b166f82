import { literal } from "@pdp/basics/columns";
import type { Call, Expression, JsonOptions, JsonOtherwise } from "../../parse/ast.ts";
import { Refusal } from "../../sqlError.ts";
import { bindSql, eachSql, filterSql } from "../../types/bindSql.ts";
import { castSql } from "../../types/castSql.ts";
import { jsonCast } from "../../types/jsonCasts.ts";
import { isJson, withDoubles } from "../../types/jsonText.ts";
import { BIGINT, BOOLEAN, DOUBLE, isText, type Type, typeText, VARCHAR } from "../../types/type.ts";
import { type Argument, failSql, literalOf, sqlArgument } from "../functionKinds.ts";
import { conditionSql } from "./jsonFilter.ts";
import { type JsonPath, type JsonStep, parseJsonPath } from "./jsonPath.ts";

type Context = { inTry: boolean };
type Write = (inner: Expression) => Argument;

/** Writes a call to one of the SQL standard's JSON functions. */
export function writeSqlJson(call: Call, json: JsonOptions, write: Write, context: Context): Argument {
  if (json.asJson) {
    const sql = json.keys ? objectSql(call, json, write, context) : arraySql(call, json, write);
    const { returning = VARCHAR } = json;
    return sqlArgument(
      returning.size === undefined ? `(${sql})` : castSql(`(${sql})`, VARCHAR, returning),
      returning,
    );
  }
  const [text, where] = call.args.map(write) as [Argument, Argument];
  if (!isText(text.type) && text.type.name !== "unknown") {
    throw new Refusal(`${call.name} accepts a string, not ${typeText(text.type)}: use json_format`);
  }
  const path = parseJsonPath(literalOf(where, `The path of ${call.name}`));
  const value = castSql(text.sql, text.type, VARCHAR);
  const type = call.name === "json_exists" ? BOOLEAN : (json.returning ?? VARCHAR);
  const fail = (sentence: string): string => failSql(`${call.name}: ${sentence}`, context);
  const withItems = (write: (items: string) => string): string =>
    bindSql([value], (t) => {
      const items = `CASE WHEN ${isJson(t)} THEN ${itemsSql(`[CAST(json(${t}) AS VARCHAR)]`, path)} END`;
      return `CASE WHEN ${t} IS NOT NULL THEN ${bindSql([items], write)} END`;
    });
  switch (call.name) {
    case "json_exists":
      return sqlArgument(
        `(${withItems((items) => `CASE WHEN ${items} IS NULL THEN ${existence(json.onError, fail)} ELSE len(${items}) > 0 END`)})`,
        type,
      );
    case "json_value":
      return sqlArgument(`(${withItems((items) => valueSql(items, json, type, write, fail))})`, type);
    default:
      if (!isText(type))
        throw new Refusal("json_query returns text. To convert it, use CAST(json_parse(json_query(…)) AS …)");
      if (type.size !== undefined) throw new Refusal("json_query returns a VARCHAR without a length");
      return sqlArgument(`(${withItems((items) => querySql(items, json, fail))})`, type);
  }
}

function existence(otherwise: JsonOtherwise | undefined, fail: (sentence: string) => string): string {
  const kind = otherwise?.kind ?? "FALSE";
  return kind === "ERROR" ? fail("the path fails") : kind === "UNKNOWN" ? "NULL" : kind.toLowerCase();
}

/** Writes the list of items that a path leads to; NULL if the path fails. */
function itemsSql(start: string, { lax, steps }: JsonPath): string {
  return steps.reduce((items, step) => {
    const isMember = step.kind === "member" || step.kind === "members" || step.kind === "filter";
    const parts = (json: string, inside: "[*]" | ".*"): string =>
      `CAST(json_extract(${json}, '$${inside}') AS VARCHAR[])`;
    const opened = (list: string): string =>
      `flatten(${eachSql(list, (item) => `CASE WHEN json_type(${item}) = 'ARRAY' THEN ${parts(item, "[*]")} ELSE [${item}] END`)})`;
    const from = lax && isMember ? opened(items) : items;
    if (step.kind === "filter") {
      return filterSql(from, (item) => {
        // Comparisons unwrap arrays, just as another step would.
        const itemsOf = (inner: JsonStep[]): string => opened(itemsSql(`[${item}]`, { lax, steps: inner }));
        return `coalesce(${conditionSql(step.condition, itemsOf)}, false)`;
      });
    }
    const itemLists = eachSql(from, (item) => {
      switch (step.kind) {
        case "member": {
          const value = `CAST(json_extract(${item}, ${literal(`$."${step.name}"`)}) AS VARCHAR)`;
          return `CASE WHEN json_type(${item}) = 'OBJECT' THEN ${bindSql([value], (v) => `CASE WHEN ${v} IS NOT NULL THEN [${v}] END`)} END`;
        }
        case "members":
          return `CASE WHEN json_type(${item}) = 'OBJECT' THEN ${parts(item, ".*")} END`;
        default: {
          const list = `CASE WHEN json_type(${item}) = 'ARRAY' THEN ${parts(item, "[*]")}${lax ? ` ELSE [${item}]` : ""} END`;
          if (step.kind !== "item") return list;
          const { position: index, fromEnd } = step;
          const positionIn = (all: string): string => (fromEnd ? `len(${all}) - ${index}` : `${index + 1}`);
          return bindSql(
            [list],
            (all) =>
              `CASE WHEN ${positionIn(all)} BETWEEN 1 AND len(${all}) THEN [${all}[${positionIn(all)}]] END`,
          );
        }
      }
    });
    if (lax) return `flatten(${filterSql(itemLists, (part) => `${part} IS NOT NULL`)})`;
    return bindSql(
      [itemLists],
      (all) => `CASE WHEN list_position(${all}, NULL) IS NULL THEN flatten(${all}) END`,
    );
  }, start);
}

function valueSql(
  items: string,
  json: JsonOptions,
  type: Type,
  write: Write,
  fail: (sentence: string) => string,
): string {
  const otherwise = (given: JsonOtherwise | undefined, sentence: string): string => {
    if (given?.kind === "ERROR") return fail(sentence);
    if (given?.value === undefined) return "NULL";
    const value = write(given.value);
    return castSql(value.sql, value.type, type);
  };
  const onError = otherwise(json.onError, "the path does not lead to a single value of the type");
  const value = bindSql([`${items}[1]`], (item) => {
    const read = (sql: string, from: Type): string => {
      try {
        return castSql(sql, from, type);
      } catch (error) {
        if (error instanceof Refusal) return "NULL";
        throw error;
      }
    };
    const text = read(`json_extract_string(${item}, '$')`, VARCHAR);
    const whole = read(`CAST(${item} AS BIGINT)`, BIGINT);
    const scalar = `CASE json_type(${item}) WHEN 'VARCHAR' THEN ${text} WHEN 'BIGINT' THEN ${whole} WHEN 'UBIGINT' THEN ${whole} WHEN 'DOUBLE' THEN ${read(`CAST(${item} AS DOUBLE)`, DOUBLE)} WHEN 'BOOLEAN' THEN ${read(`(${item} = 'true')`, BOOLEAN)} END`;
    return `CASE WHEN json_type(${item}) = 'NULL' THEN NULL ELSE coalesce(TRY(${scalar}), ${onError}) END`;
  });
  const isOther = `len(${items}) > 1 OR json_type(${items}[1]) IN ('ARRAY', 'OBJECT')`;
  return `CASE WHEN ${items} IS NULL THEN ${onError} WHEN len(${items}) = 0 THEN ${otherwise(json.onEmpty, "the path leads to no value")} WHEN ${isOther} THEN ${onError} ELSE ${value} END`;
}

function querySql(items: string, json: JsonOptions, fail: (sentence: string) => string): string {
  const otherwise = (given: JsonOtherwise | undefined, sentence: string): string => {
    switch (given?.kind) {
      case "ERROR":
        return fail(sentence);
      case "EMPTY ARRAY":
        return "'[]'";
      case "EMPTY OBJECT":
        return "'{}'";
      default:
        return "NULL";
    }
  };
  if (json.wrapper && json.omitQuotes) throw new Refusal("OMIT QUOTES cannot be combined with a WRAPPER");
  const only = withDoubles(`${items}[1]`);
  const wrapped = withDoubles(`'[' || array_to_string(${items}, ',') || ']'`);
  const bare = json.omitQuotes
    ? `CASE WHEN json_type(${items}[1]) = 'VARCHAR' THEN json_extract_string(${items}[1], '$') ELSE ${only} END`
    : only;
  const isWhole = `len(${items}) = 1 AND json_type(${items}[1]) IN ('ARRAY', 'OBJECT')`;
  const onError = otherwise(
    json.onError,
    "the path leads to several values. Use WITH WRAPPER to return them as an array",
  );
  const result =
    json.wrapper === "UNCONDITIONAL"
      ? wrapped
      : json.wrapper === "CONDITIONAL"
        ? `CASE WHEN ${isWhole} THEN ${only} ELSE ${wrapped} END`
        : `CASE WHEN len(${items}) > 1 THEN ${onError} ELSE ${bare} END`;
  return `CASE WHEN ${items} IS NULL THEN ${onError} WHEN len(${items}) = 0 THEN ${otherwise(json.onEmpty, "the path leads to no value")} ELSE ${result} END`;
}

/** Returns whether an argument is JSON: it is followed by FORMAT JSON, or it is a call to a function that returns JSON. */
function isJsonText(value: Expression, asJson: boolean | undefined): boolean {
  return asJson || (value.kind === "call" && /^json_(?:array|object|query)$/.test(value.name));
}

/** Writes the JSON of a JSON_OBJECT or JSON_ARRAY argument; NULL for NULL. */
function memberSql(value: Argument, isText: boolean): string {
  const { name, of } = value.type;
  if (name === "unknown") return "CAST(NULL AS VARCHAR)";
  if (isText) {
    if (name !== "varchar") throw new Refusal("FORMAT JSON follows a text");
    return withDoubles(`trino_unique_keys(CAST(json(${value.sql}) AS VARCHAR))`);
  }
  if (of || name === "json" || name === "varbinary") {
    throw new Refusal(
      `JSON_OBJECT and JSON_ARRAY do not accept ${typeText(value.type)}: write json_format(CAST(x AS JSON)) FORMAT JSON`,
    );
  }
  const isPlain = jsonCast("x", value.type, { name: "json" }, castSql) !== undefined;
  const [sql, type] = isPlain ? [value.sql, value.type] : [castSql(value.sql, value.type, VARCHAR), VARCHAR];
  return jsonCast(sql, type, { name: "json" }, castSql) as string;
}

function arraySql(call: Call, json: JsonOptions, write: Write): string {
  const values = call.args.map((value, index) =>
    memberSql(write(value), isJsonText(value, json.asJson?.[index])),
  );
  if (values.length === 0) return "'[]'";
  const items = json.keepsNulls ? values.map((value) => `coalesce(${value}, 'null')`) : values;
  return `'[' || concat_ws(',', ${items.join(", ")}) || ']'`;
}

const SAME_KEYS = "Two keys of JSON_OBJECT are the same";
const REPEATED_KEY = "A key is repeated in JSON_OBJECT WITH UNIQUE KEYS";

/** Writes the value of a key that is repeated with ABSENT ON NULL: all of its values but one must be NULL. */
function onlyValue(values: readonly string[], context: Context): string {
  if (values.length === 1) return values[0] as string;
  const isRepeated = `len(list_filter([${values.join(", ")}], lambda "__v": "__v" IS NOT NULL)) > 1`;
  return `CASE WHEN ${isRepeated} THEN ${failSql(SAME_KEYS, context)} ELSE coalesce(${values.join(", ")}) END`;
}

function objectSql(call: Call, json: JsonOptions, write: Write, context: Context): string {
  const members = call.args.map((value, index) => {
    const key = literalOf(write(json.keys?.[index] as Expression), "A key of JSON_OBJECT");
    const sql = memberSql(write(value), isJsonText(value, json.asJson?.[index]));
    return { key, sql: json.keepsNulls ? `coalesce(${sql}, 'null')` : sql };
  });
  if (members.length === 0) return "'{}'";
  const unique = [...Map.groupBy(members, ({ key }) => key)].map(([key, same]) => {
    const values = same.map(({ sql }) => sql);
    if (values.length > 1 && json.uniqueKeys) throw new Refusal(REPEATED_KEY);
    if (values.length > 1 && json.keepsNulls) throw new Refusal(SAME_KEYS);
    return { key, sql: `${literal(`${JSON.stringify(key)}:`)} || ${onlyValue(values, context)}` };
  });
  return `'{' || concat_ws(',', ${inHashOrder(unique)
    .map(({ sql }) => sql)
    .join(", ")}) || '}'`;
}

/** Sorts members in the iteration order of a java.util.HashMap, as Trino does. */
function inHashOrder<Member extends { key: string }>(members: Member[]): Member[] {
  let buckets = 16;
  while (members.length > buckets * 0.75) buckets *= 2;
  const bucketOf = ({ key }: Member): number => {
    let hash = 0;
    for (let at = 0; at < key.length; at += 1) hash = (Math.imul(31, hash) + key.charCodeAt(at)) | 0;
    return (hash ^ (hash >>> 16)) & (buckets - 1);
  };
  return [...members].sort((a, b) => bucketOf(a) - bucketOf(b));
}
