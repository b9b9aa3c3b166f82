import { literal } from "@pdp/basics/columns";
import { shortValue } from "../../boundMessage.ts";
import { Refusal } from "../../sqlError.ts";
import { bindSql, filterSql } from "../../types/bindSql.ts";
import { parsedJson } from "../../types/jsonCasts.ts";
import { isJson, numbersAsStrings, withDoubles } from "../../types/jsonText.ts";
import {
  type Argument,
  type FunctionTable,
  failSql,
  literalOf,
  type ScalarFunction,
  scalar,
} from "../functionKinds.ts";

export const JSON_SIGNATURES = `
is_json_scalar:varchar:boolean|json:boolean
json_array_contains:json,bigint:boolean|json,double:boolean|json,boolean:boolean|json,varchar:boolean|varchar,boolean:boolean|varchar,bigint:boolean|varchar,double:boolean|varchar,varchar:boolean
json_array_get:varchar,bigint:json|json,bigint:json
json_array_length:varchar:bigint|json:bigint
json_extract:varchar,varchar:json|json,varchar:json
json_extract_scalar:varchar,varchar:$1|json,varchar:varchar
json_format:json:varchar
json_parse:varchar:json
json_size:varchar,varchar:bigint|json,varchar:bigint
`;

type Context = { inTry: boolean };

export const jsonFunctions: FunctionTable = {
  is_json_scalar: scalar(1, 1, ([json], [of], context) =>
    bindSql(
      [`${json}`],
      (j) =>
        `CASE WHEN ${j} IS NULL THEN NULL WHEN ${valid(j, of?.type.name ?? "")} THEN ${kind(j)} NOT IN ('OBJECT', 'ARRAY') ELSE ${failSql("is_json_scalar: this text is not JSON", context)} END`,
    ),
  ),
  json_array_contains: ofJson(2, "true", (j, [, value], [, sought]) => {
    const type = sought?.type.name ?? "bigint";
    const items = `CAST(json_extract(${j}, '$[*]') AS VARCHAR[])`;
    const matches = filterSql(items, (item) =>
      `${CONTAINED[type] ?? CONTAINED.varchar} AND ${itemValue(item, type)} = ${value}`.replaceAll(
        "$item",
        item,
      ),
    );
    const isOutside = type === "double" ? `WHEN NOT isfinite(${value}) THEN false ` : "";
    return `CASE ${isOutside}WHEN ${value} IS NOT NULL AND ${kind(j)} = 'ARRAY' THEN len(${matches}) > 0 END`;
  }),
  json_array_get: ofJson(2, "true", (j, [, index]) => {
    const subscript = `'$[' || CASE WHEN ${index} < 0 THEN '#' ELSE '' END || CAST(${index} AS VARCHAR) || ']'`;
    return `CASE WHEN ${kind(j)} = 'ARRAY' THEN ${bindSql([`CAST(json_extract(${j}, ${subscript}) AS VARCHAR)`, `json_extract_string(CASE WHEN regexp_matches(${j}, '[0-9][.eE]|[0-9]{19}') THEN ${numbersAsStrings(j)} ELSE ${j} END, ${subscript})`], (item, text) => `CASE ${kind(item)} WHEN 'NULL' THEN NULL WHEN 'OBJECT' THEN ${withDoubles(item)} WHEN 'ARRAY' THEN ${withDoubles(item)} ELSE ${text} END`)} END`;
  }),
  json_array_length: ofJson(
    1,
    "contains($j, ']')",
    (j) => `CASE WHEN ${kind(j)} = 'ARRAY' THEN CAST(json_array_length(${j}) AS BIGINT) END`,
  ),
  json_extract: pathFunction("json_extract", (j, path) => withDoubles(extractJson(j, path))),
  json_extract_scalar: pathFunction("json_extract_scalar", (j, path) => {
    const number = bindSql([numbersAsStrings(j)], (text) => foundText(text, path));
    return `CASE json_type(${extractJson(j, path)}) WHEN 'DOUBLE' THEN ${number} WHEN 'OBJECT' THEN NULL WHEN 'ARRAY' THEN NULL ELSE ${foundText(j, path)} END`;
  }),
  json_format: scalar(1, 1, ([json]) => `${json}`),
  json_parse: scalar(1, 1, ([text]) => parsedJson(`${text}`)),
  json_size: pathFunction("json_size", (j, path) =>
    bindSql(
      [extractJson(j, path)],
      (value) =>
        `CAST(CASE ${kind(value)} WHEN 'OBJECT' THEN len(json_keys(${value})) WHEN 'ARRAY' THEN json_array_length(${value}) WHEN NULL THEN NULL ELSE CASE WHEN ${value} IS NOT NULL THEN 0 END END AS BIGINT)`,
    ),
  ),
};

/** Conditions under which an array item can equal a value of a type. */
const CONTAINED: Record<string, string> = {
  bigint: "json_type($item) IN ('BIGINT', 'UBIGINT')",
  double: "json_type($item) = 'DOUBLE'",
  boolean: "json_type($item) = 'BOOLEAN'",
  varchar: "json_type($item) = 'VARCHAR'",
};

function itemValue(item: string, type: string): string {
  if (type === "varchar") return `json_extract_string(${item}, '$')`;
  return `TRY_CAST(${item} AS ${type.toUpperCase()})`;
}

function kind(json: string): string {
  return `json_type(${json})`;
}

/** Writes a condition that checks whether a string is valid JSON; always true for a value of type JSON. */
function valid(json: string, type: string): string {
  return type === "json" ? `json_valid(${json})` : isJson(json);
}

/**
 * Returns a JSON function that is NULL for invalid JSON. Trino stops reading a string as soon as it finds the result, so it may
 * find one in a string that is truncated later; this implementation fails for such a string. `mayHold` returns whether a string may
 * contain a result.
 */
function ofJson(
  count: number,
  mayHold: string,
  write: (json: string, values: string[], args: Argument[]) => string,
): ScalarFunction {
  return scalar(count, count, (values, args, context) => {
    const type = args[0]?.type.name ?? "";
    return bindSql(values, (...names) => {
      const [j = ""] = names;
      return guarded(
        j,
        type,
        `starts_with(ltrim(${j}, ' \t\r\n'), '[') AND ${mayHold.replaceAll("$j", j)}`,
        write(j, names, args),
        context,
      );
    });
  });
}

function guarded(j: string, type: string, mayHold: string, sql: string, context: Context): string {
  const fail = failSql(
    "A string is not valid JSON: skip such rows with WHERE try(json_parse(x)) IS NOT NULL",
    context,
  );
  const broken = type === "json" ? "" : ` WHEN ${mayHold} THEN ${fail}`;
  return `CASE WHEN ${valid(j, type)} THEN ${sql}${broken} ELSE NULL END`;
}

/** JSON path: field names and array positions. */
type Path = (string | number)[];

/** Maximum number of subscripts in a path; each may also be a field name. */
const MAX_PLACES = 3;

function pathFunction(name: string, write: (json: string, path: Path) => string): ScalarFunction {
  return scalar(2, 2, ([json], [of, where], context) => {
    const path = parsePath(literalOf(where, `The path of ${name}`));
    return bindSql([`${json}`], (j) =>
      guarded(j, of?.type.name ?? "", mayReach(j, path), write(j, path), context),
    );
  });
}

/** Writes a condition that is true if a string is not valid JSON but may still contain the value of a path. */
function mayReach(j: string, path: Path): string {
  const keys = path
    .filter((step) => typeof step === "string")
    .map((key) => `contains(${j}, ${literal(JSON.stringify(key))})`);
  const opens =
    path.length === 0 ? `regexp_matches(${j}, '^\\s*["{\\[0-9tfn-]')` : `regexp_matches(${j}, '^\\s*[{\\[]')`;
  return [opens, ...(keys.length > 0 ? [`(contains(${j}, '\\u') OR (${keys.join(" AND ")}))`] : [])].join(
    " AND ",
  );
}

const STEP = /\.([A-Za-z0-9_]+)|\[(\d{1,9})\]|\["((?:[^"\\]|\\["\\])*)"\]/y;

/** Parses a path such as `$.name.items[0]["a b"]`. */
function parsePath(text: string): Path {
  const path: Path = [];
  let at = 1;
  while (text.startsWith("$") && at < text.length) {
    STEP.lastIndex = at;
    const [whole, name, subscript, quoted] = STEP.exec(text) ?? [];
    if (whole === undefined) break;
    const key = name ?? quoted?.replace(/\\(.)/g, "$1");
    path.push(key === undefined || /^\d+$/.test(key) ? Number(subscript ?? key) : key);
    at += whole.length;
  }
  if (!text.startsWith("$") || at < text.length) {
    throw new Refusal(`Write a path like $.name.items[0] or $["a name"], not ${shortValue(text)}`);
  }
  if (path.some((step) => typeof step === "string" && /["*]/.test(step))) {
    throw new Refusal(`A name in a path cannot contain " or * here`);
  }
  if (path.filter((step) => typeof step === "number").length > MAX_PLACES) {
    throw new Refusal(
      `A path can have at most ${MAX_PLACES} subscripts such as [0]. Extract the value in two steps`,
    );
  }
  return path;
}

/** Returns the DuckDB paths for a path. Trino reads a number as an array position or as an object field name. */
function duckdbPaths(path: Path): string[] {
  let paths = ["$"];
  for (const step of path) {
    const ways = typeof step === "number" ? [`[${step}]`, `."${step}"`] : [`."${step}"`];
    paths = ways.flatMap((way) => paths.map((before) => before + way));
  }
  return paths.map(literal);
}

function extractJson(json: string, path: Path): string {
  return firstOf(duckdbPaths(path).map((where) => `CAST(json_extract(${json}, ${where}) AS VARCHAR)`));
}

function foundText(json: string, path: Path): string {
  return firstOf(duckdbPaths(path).map((where) => `json_extract_string(${json}, ${where})`));
}

function firstOf(values: string[]): string {
  return values.length === 1 ? (values[0] as string) : `coalesce(${values.join(", ")})`;
}
