import { identifier } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";
import { sameType } from "./coerce.ts";
import { decimalSql } from "./decimalSql.ts";
import { fineFromText, fromText } from "./fromText.ts";
import { jsonCast } from "./jsonCasts.ts";
import { ownErrorText } from "./ownError.ts";
import { castFine, isOfDay, isTime } from "./picoseconds.ts";
import { shortestReal } from "./realSql.ts";
import { sessionZone } from "./sessionZone.ts";
import { textSql } from "./textSql.ts";
import { localSql, roundTime, zonedSql } from "./timeZones.ts";
import {
  checkFields,
  duckdbType,
  fieldName,
  isFine,
  isFloating,
  isInteger,
  isNumeric,
  isText,
  itemOf,
  type Type,
  typeText,
} from "./type.ts";

/**
 * Writes the conversion of a value to another type with the semantics of Trino's CAST. Throws if the types have no conversion.
 */
export function castSql(sql: string, from: Type, to: Type): string {
  checkFields(to);
  if (sameType(from, to) && duckdbType(from) === duckdbType(to)) return sql;
  if (from.name === "unknown") return `CAST(NULL AS ${duckdbType(to)})`;
  const written = convert(sql, from, to);
  if (written !== undefined) return written;
  const json = jsonCast(sql, from, to, castSql);
  if (json !== undefined) return json;
  throw new Refusal(`${typeText(from)} cannot be cast to ${typeText(to)}`);
}

function convert(sql: string, from: Type, to: Type): string | undefined {
  const cast = `CAST(${sql} AS ${duckdbType(to)})`;
  const isOfTimes =
    (isFine(from) && (isTime(to) || to.name === "date")) ||
    (isFine(to) && (isTime(from) || (from.name === "date" && !isOfDay(to))));
  if (isOfTimes && canConvert(from, to)) return castFine(sql, from, to, castSql);
  if (isFine(to) && from.name === "varchar") return fineFromText(sql, to);
  if (from.name === to.name && (from.name === "json" || from.name === "uuid" || from.name === "varbinary"))
    return sql;
  if (from.name === "json" || to.name === "json") return undefined;
  if (isText(to)) return toText(sql, from, to);
  if (from.name === "varchar") return to.of ? undefined : fromText(sql, to);
  if (from.name === "char") return undefined;
  if (isNumeric(to)) return toNumber(sql, from, to, cast);
  switch (to.name) {
    case "boolean":
      return isNumeric(from) ? `(${sql} <> 0)` : undefined;
    case "date":
      if (from.name === "timestamp") return cast;
      return from.name === "timestamp with time zone" ? `CAST(${localSql(sql, from)} AS DATE)` : undefined;
    case "time":
      return toTime(sql, from, to);
    case "timestamp":
      return toTimestamp(sql, from, to);
    case "timestamp with time zone":
      return toZoned(sql, from, to);
    case "array":
      if (from.name !== "array") return undefined;
      return eachItem(sql, (item) => castSql(item, itemOf(from), itemOf(to)));
    case "row":
      return from.name === "row" ? castRow(sql, from, to) : undefined;
    case "map":
      return from.name === "map" ? castMap(sql, from, to) : undefined;
    default:
      return undefined;
  }
}

/** A time of day cannot become a timestamp here, because that takes the current date. */
function canConvert(from: Type, to: Type): boolean {
  return !isOfDay(from) || isOfDay(to);
}

function toText(sql: string, from: Type, to: Type): string | undefined {
  if (isText(from)) {
    if (to.name === "varchar" && (to.size === undefined || (from.size ?? Infinity) <= to.size)) return sql;
    const cut = `substr(${sql}, 1, ${to.size})`;
    return to.name === "char" ? padded(cut, to.size) : cut;
  }
  if (to.name === "char") return undefined;
  const text = textSql(sql, from);
  if (text === undefined || to.size === undefined) return text;
  const s = `"__s"`;
  const tooLong = `CAST(${ownErrorText(`The text is longer than ${to.size} characters`)} AS INTEGER)`;
  return `list_transform([${text}], lambda ${s}: CASE WHEN length(${s}) > ${to.size} THEN CAST(${tooLong} AS VARCHAR) ELSE ${s} END)[1]`;
}

/** Pads a char to the full length of its type. */
function padded(sql: string, size = 1): string {
  return `rpad(${sql}, ${Math.min(size, 65_536)}, ' ')`;
}

function toNumber(sql: string, from: Type, to: Type, cast: string): string | undefined {
  if (from.name === "boolean") {
    return to.name === "decimal" ? `CAST(CAST(${sql} AS INTEGER) AS ${duckdbType(to)})` : cast;
  }
  if (!isNumeric(from)) return undefined;
  if (from.name === "double" && to.name === "real") {
    return `CASE WHEN abs(${sql}) > 3.4028235677973366e38 AND NOT isnan(${sql}) THEN sign(${sql}) * CAST('Infinity' AS FLOAT) ELSE ${cast} END`;
  }
  if (from.name === "real" && to.name === "bigint") {
    return `CASE WHEN ${sql} >= 9223372036854775807::FLOAT AND NOT isnan(${sql}) THEN 9223372036854775807 WHEN ${sql} <= -9223372036854775807::FLOAT THEN -9223372036854775807 - 1 ELSE CAST(round(${sql}) AS BIGINT) END`;
  }
  if (to.name === "decimal" && isFloating(from))
    return decimalSql(from.name === "real" ? shortestReal(sql) : sql, to);
  if (isInteger(to) && isFloating(from)) return `CAST(round(${sql}) AS ${duckdbType(to)})`;
  // Dividing the digits by a power of ten would round twice.
  const isLong = from.name === "decimal" && (from.size ?? 0) > 15 && isFloating(to);
  if (isLong) return `CAST(CAST(${sql} AS VARCHAR) AS ${duckdbType(to)})`;
  return cast;
}

function toTime(sql: string, from: Type, to: Type): string | undefined {
  if (from.name === "timestamp with time zone")
    return toTime(localSql(sql, from), { ...from, name: "timestamp" }, to);
  if (from.name !== "time" && from.name !== "timestamp") return undefined;
  const rounded =
    (from.size ?? 6) > (to.size ?? 3)
      ? roundTime(from.name === "time" ? `(DATE '1970-01-01' + ${sql})` : sql, to.size ?? 3)
      : sql;
  return `CAST(${rounded} AS TIME)`;
}

function toTimestamp(sql: string, from: Type, to: Type): string | undefined {
  if (from.name === "date") return `CAST(${sql} AS TIMESTAMP)`;
  if (from.name === "timestamp with time zone") {
    return toTimestamp(localSql(sql, from), { ...from, name: "timestamp" }, to);
  }
  if (from.name !== "timestamp") return undefined;
  return (from.size ?? 6) > (to.size ?? 3) ? roundTime(sql, to.size ?? 3) : sql;
}

function toZoned(sql: string, from: Type, to: Type): string | undefined {
  if (from.name === "timestamp with time zone") {
    return (from.size ?? 6) > (to.size ?? 3)
      ? `CAST(${roundTime(`CAST(${sql} AS TIMESTAMP)`, to.size ?? 3)} AS TIMESTAMPTZ)`
      : sql;
  }
  const plain = toTimestamp(sql, from, to);
  return plain && zonedSql(plain, sessionZone().name);
}

let depth = 0;

/** Writes a list with each item converted. */
export function eachItem(sql: string, write: (item: string) => string): string {
  depth += 1;
  try {
    const item = identifier(`__c${depth}`);
    const written = write(item);
    return written === item ? sql : `list_transform(${sql}, lambda ${item}: ${written})`;
  } finally {
    depth -= 1;
  }
}

/** Casts a row: Trino casts fields by position, DuckDB by name. */
function castRow(sql: string, from: Type, to: Type): string | undefined {
  if (from.of?.length !== to.of?.length) return undefined;
  return eachItem(`[${sql}]`, (row) => {
    const fields = (to.of ?? []).map((field, index) => {
      const value = castSql(`struct_extract_at(${row}, ${index + 1})`, from.of?.[index] as Type, field);
      return `${identifier(fieldName(to, index))} := ${value}`;
    });
    return `CASE WHEN ${row} IS NOT NULL THEN struct_pack(${fields.join(", ")}) END`;
  }).concat("[1]");
}

function castMap(sql: string, from: Type, to: Type): string {
  return eachItem(`[${sql}]`, (map) => {
    const keys = eachItem(`map_keys(${map})`, (key) =>
      castSql(key, from.of?.[0] as Type, to.of?.[0] as Type),
    );
    const values = eachItem(`map_values(${map})`, (value) =>
      castSql(value, from.of?.[1] as Type, to.of?.[1] as Type),
    );
    return `CASE WHEN ${map} IS NOT NULL THEN map(${keys}, ${values}) END`;
  }).concat("[1]");
}
