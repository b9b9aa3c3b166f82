import { literal } from "@pdp/basics/columns";
import { bindSql, eachSql } from "./bindSql.ts";
import { canonicalJson, decimalText, doubleText, isJson } from "./jsonText.ts";
import { ownErrorText } from "./ownError.ts";
import { shortestReal } from "./realSql.ts";
import { textSql } from "./textSql.ts";
import {
  contains,
  DOUBLE,
  duckdbType,
  fieldName,
  isFloating,
  isInteger,
  isNumeric,
  type Type,
  VARCHAR,
} from "./type.ts";

type Cast = (sql: string, from: Type, to: Type) => string;

/** Writes an expression of any type that fails like a conversion, so that TRY catches the error. */
export function failedCast(sentence: string): string {
  return `list_extract([NULL], CAST(${ownErrorText(sentence)} AS BIGINT))`;
}

/** Writes a cast from or to JSON; undefined for types that Trino does not cast. */
export function jsonCast(sql: string, from: Type, to: Type, cast: Cast): string | undefined {
  if (to.name === "json")
    return canBeJson(from)
      ? bindSql([sql], (x) => `CASE WHEN ${x} IS NOT NULL THEN ${jsonOf(x, from)} END`)
      : undefined;
  if (from.name !== "json" || !canBeRead(to)) return undefined;
  const isNested = to.name !== "decimal" && contains(to, ({ name }) => name === "decimal");
  return isNested
    ? bindSql(
        [sql],
        (json) =>
          `CASE WHEN ${hasLongNumber(json)} THEN ${failedCast(LONG_NUMBER)} ELSE ${readJson(json, to, cast)} END`,
      )
    : readJson(sql, to, cast);
}

const LONG_NUMBER =
  "A decimal within a JSON array or object can have at most 15 digits. Store longer numbers as strings";

/**
 * Writes a condition that checks whether a JSON text contains a number that the engine would round to a double when reading an
 * array or object.
 */
function hasLongNumber(json: string): string {
  const fractions = `regexp_extract_all(${json}, '[:,\\[] *-?([0-9]+[.][0-9]+)', 1)`;
  const isLong = `len(list_filter(${fractions}, lambda "__n": length("__n") > 16)) > 0`;
  return `(${isLong} OR regexp_matches(${json}, '[:,\\[] *-?[0-9]{20,}'))`;
}

const SCALARS = ["unknown", "boolean", "varchar", "json", "date", "timestamp"];

function canBeJson({ name, of = [], ...type }: Type): boolean {
  if (name === "map") return canBeKey(of[0] as Type) && canBeJson(of[1] as Type);
  if (name === "array" || name === "row") return of.every(canBeJson);
  return SCALARS.includes(name) || isNumeric({ name, ...type });
}

function canBeKey(type: Type): boolean {
  return ["unknown", "boolean", "varchar"].includes(type.name) || isNumeric(type);
}

/** Writes the JSON for a non-NULL value. */
function jsonOf(x: string, type: Type): string {
  const [first, second] = type.of ?? [];
  switch (type.name) {
    case "json":
      return x;
    case "varchar":
      return `CAST(to_json(${x}) AS VARCHAR)`;
    case "date":
    case "timestamp":
      return `'"' || ${textSql(x, type)} || '"'`;
    case "decimal":
      return decimalText(x, type);
    case "real":
    case "double":
      return floatingJson(x, type);
    case "array":
      return `'[' || array_to_string(${eachSql(x, (item) => orNull(item, first as Type))}, ',') || ']'`;
    case "map": {
      const entries = eachSql(
        `map_entries(${x})`,
        (e) => `{'k': ${keyText(`${e}.key`, first as Type)}, 'v': ${orNull(`${e}.value`, second as Type)}}`,
      );
      return `'{' || array_to_string(${eachSql(`list_sort(${entries})`, (e) => `CAST(to_json(${e}.k) AS VARCHAR) || ':' || ${e}.v`)}, ',') || '}'`;
    }
    case "row": {
      const fields = (type.of ?? []).map((field, index) => {
        const name = JSON.stringify(type.names?.[index] ?? "");
        return `${literal(`${name}:`)} || ${orNull(`struct_extract_at(${x}, ${index + 1})`, field)}`;
      });
      return `'{' || ${fields.join(" || ',' || ")} || '}'`;
    }
    default:
      return textSql(x, type) ?? `CAST(${x} AS VARCHAR)`;
  }
}

function orNull(sql: string, type: Type): string {
  if (type.name === "unknown") return "'null'";
  return bindSql([sql], (x) => `CASE WHEN ${x} IS NULL THEN 'null' ELSE ${jsonOf(x, type)} END`);
}

function floatingJson(x: string, { name }: Type): string {
  const text = doubleText(name === "real" ? shortestReal(x) : x);
  return `CASE WHEN isfinite(${x}) THEN ${text} WHEN isnan(${x}) THEN '"NaN"' WHEN ${x} > 0 THEN '"Infinity"' ELSE '"-Infinity"' END`;
}

function keyText(sql: string, type: Type): string {
  if (type.name === "double") return doubleText(sql);
  return type.name === "real" ? doubleText(shortestReal(sql)) : `CAST(${sql} AS VARCHAR)`;
}

function canBeRead(type: Type): boolean {
  const { name, of = [] } = type;
  if (name === "map")
    return (of[0]?.name === "varchar" || canBeKey(of[0] as Type)) && canBeRead(of[1] as Type);
  if (name === "array" || name === "row") return of.every(canBeRead);
  return name === "boolean" || name === "json" || name === "varchar" || isNumeric(type);
}

/** Writes a JSON text as a value of the given type. */
function readJson(json: string, to: Type, cast: Cast): string {
  if (to.name === "json") return json;
  return bindSql([json], (j) => {
    const wrong = `ELSE ${failedCast(`This JSON value is not of type ${to.name}`)} END`;
    const isNull = `CASE coalesce(json_type(${j}), 'NULL') WHEN 'NULL' THEN NULL`;
    switch (to.name) {
      case "array":
        return `${isNull} WHEN 'ARRAY' THEN ${eachSql(`CAST(json_extract(${j}, '$[*]') AS VARCHAR[])`, (item) => readJson(item, to.of?.[0] as Type, cast))} ${wrong}`;
      case "map":
        return `${isNull} WHEN 'OBJECT' THEN ${readMap(j, to, cast)} ${wrong}`;
      case "row":
        return readRow(j, to, cast);
      default:
        return readScalar(j, to, cast, isNull, wrong);
    }
  });
}

function readScalar(j: string, to: Type, cast: Cast, isNull: string, wrong: string): string {
  const double = `CAST(${j} AS DOUBLE)`;
  const text = cast(`json_extract_string(${j}, '$')`, VARCHAR, to);
  const whole =
    to.name === "boolean"
      ? `${double} <> 0`
      : to.name === "varchar"
        ? cast(j, VARCHAR, to)
        : `CAST(${j} AS ${duckdbType(to)})`;
  const fraction = to.name === "decimal" ? `CAST(${j} AS ${duckdbType(to)})` : cast(double, DOUBLE, to);
  const truth =
    to.name === "varchar"
      ? j
      : isFloating(to) || isInteger(to) || to.name === "decimal"
        ? cast(`(${j} = 'true')`, { name: "boolean" }, to)
        : `(${j} = 'true')`;
  return (
    `${isNull} WHEN 'VARCHAR' THEN ${text} WHEN 'BIGINT' THEN ${whole} WHEN 'UBIGINT' THEN ${whole} ` +
    `WHEN 'DOUBLE' THEN CASE WHEN regexp_full_match(${j}, '-?[0-9]+') THEN ${whole} ELSE ${fraction} END WHEN 'BOOLEAN' THEN ${truth} ${wrong}`
  );
}

function readMap(j: string, to: Type, cast: Cast): string {
  const [key, value] = to.of as [Type, Type];
  const keys = eachSql(`json_keys(${j})`, (name) => cast(name, VARCHAR, key));
  const values = eachSql(`CAST(json_extract(${j}, '$.*') AS VARCHAR[])`, (item) =>
    readJson(item, value, cast),
  );
  return `map(${keys}, ${values})`;
}

/**
 * Reads a row from an array of its fields, or from an object by field name, ignoring case; for duplicate names, the last one
 * counts.
 */
function readRow(j: string, to: Type, cast: Cast): string {
  const fields = to.of ?? [];
  const keys = `list_transform(json_keys(${j}), lambda "__k": lower("__k"))`;
  const byName = bindSql([keys, `CAST(json_extract(${j}, '$.*') AS VARCHAR[])`], (names, items) => {
    const fieldSql = fields.map(
      (_, index) =>
        `${items}[len(${names}) + 1 - list_position(list_reverse(${names}), ${literal((to.names?.[index] ?? "").toLowerCase())})]`,
    );
    return `[${fieldSql.join(", ")}]`;
  });
  const wrongLength = failedCast(
    `A row of ${fields.length} fields cannot be read from a JSON array of a different length`,
  );
  const items = `CAST(json_extract(${j}, '$[*]') AS VARCHAR[])`;
  const byPlace = `CASE WHEN json_array_length(${j}) = ${fields.length} THEN ${items} ELSE ${wrongLength} END`;
  const texts = `CASE coalesce(json_type(${j}), 'NULL') WHEN 'NULL' THEN NULL WHEN 'ARRAY' THEN ${byPlace} WHEN 'OBJECT' THEN ${byName} ELSE ${failedCast("This JSON value is not a row")} END`;
  return bindSql([texts], (values) => {
    const read = fields.map(
      (field, index) => `${nameOf(to, index)}: ${readJson(`${values}[${index + 1}]`, field, cast)}`,
    );
    return `CASE WHEN ${values} IS NOT NULL THEN {${read.join(", ")}} END`;
  });
}

function nameOf(type: Type, index: number): string {
  return literal(fieldName(type, index));
}

/** Writes a text literal or a JSON value with the semantics of Trino's JSON '…'. */
export function parsedJson(text: string): string {
  return bindSql(
    [text],
    (t) =>
      `CASE WHEN ${t} IS NULL THEN NULL WHEN ${isJson(t)} THEN ${canonicalJson(t)} ELSE ${failedCast("This text is not JSON")} END`,
  );
}
