import { bindSql } from "./bindSql.ts";
import { sizeToRead } from "./decimalSql.ts";
import { rounded, toPicoseconds } from "./picoseconds.ts";
import { sessionZone } from "./sessionZone.ts";
import { literalSql, roundTime, utc, zonedSql } from "./timeZones.ts";
import { duckdbType, type Type } from "./type.ts";

const NUMBER = "[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?";
const TIME = "([01]?\\d|2[0-3]):\\d{1,2}(:\\d{1,2}(\\.\\d{1,12})?)?";
const ZONE = " ?(Z|UTC|[+-]\\d\\d:\\d\\d)";
const OFFSET = "[+-](\\d|\\d\\d(:?\\d\\d)?)";
const ZONE_NAME = "[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}";
const DAY = "\\d{4}-\\d{1,2}-\\d{1,2}";

/** Date of the timestamps used to parse times; error messages for other strings do not begin with it. */
export const DAY_OF_TIMES = "2345-06-07";

/** Patterns for the strings that Trino casts to a type; DuckDB accepts more. */
const PATTERNS: Partial<Record<Type["name"], string>> = {
  boolean: "(?i)t|true|f|false|1|0",
  tinyint: "[+-]?\\d+",
  smallint: "[+-]?\\d+",
  integer: "[+-]?\\d+",
  bigint: "[+-]?\\d+",
  real: `\\s*([+-]?(NaN|Infinity)|${NUMBER})[dDfF]?\\s*`,
  double: `\\s*([+-]?(NaN|Infinity)|${NUMBER})[dDfF]?\\s*`,
  decimal: NUMBER,
  date: `\\s*\\+?${DAY}\\s*`,
  time: TIME,
  "timestamp with time zone": `\\s*\\+?${DAY}( ${TIME}( ?(Z|UTC|${OFFSET}))?)?( (GMT|UTC|UT)?${OFFSET}| ${ZONE_NAME})?\\s*`,
  timestamp: `\\s*\\+?${DAY}( ${TIME})?(${ZONE})?\\s*`,
  uuid: "(?i)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
};

/** Patterns for strings that Trino can cast but that cannot be parsed here. */
const BEYOND: Partial<Record<Type["name"], string>> = {
  tinyint: "[+-]?\\p{Nd}*[^\\x00-\\x7f]\\p{Nd}*",
  real: "\\s*[+-]?0[xX].*",
  date: "\\s*(-\\d+|\\+?\\d{5,})-.*",
};

/**
 * Writes a condition that is true if Trino can cast a string to a type although it cannot be parsed here; undefined if that
 * never happens.
 */
export function isBeyond(sql: string, { name }: Type): string | undefined {
  const key =
    name === "double" ? "real" : name === "timestamp" ? "date" : /int|integer/.test(name) ? "tinyint" : name;
  const pattern = BEYOND[key as Type["name"]];
  return pattern === undefined ? undefined : `regexp_full_match(${sql}, '${pattern}')`;
}

/** Writes a cast from text, which fails for strings that Trino does not cast; undefined if no such cast exists. */
export function fromText(sql: string, to: Type): string | undefined {
  if (to.name === "varbinary") return `encode(${sql})`;
  const pattern = PATTERNS[to.name];
  if (pattern === undefined) return undefined;
  const checked = (text: string): string =>
    `CASE WHEN regexp_full_match(${text}, '${pattern}') THEN ${text} ELSE '"' || ${text} || '"' END`;
  const cast = (text: string): string => `CAST(${text} AS ${duckdbType(to)})`;
  switch (to.name) {
    case "uuid":
      return `lower(CAST(CAST(${checked(sql)} AS UUID) AS VARCHAR))`;
    case "real":
    case "double":
      return cast(`regexp_replace(${checked(sql)}, '^\\s*(.*?)[dDfF]?\\s*$', '\\1')`);
    case "date":
      return cast(`ltrim(trim(${checked(sql)}), '+')`);
    case "timestamp":
      return fractional(
        sql,
        (text) =>
          `CAST(regexp_replace(ltrim(trim(${checked(text)}), '+'), '(?: ?(Z|UTC)|(:\\d\\d(\\.\\d+)?) ?[+-]\\d\\d:\\d\\d)$', '\\2') AS TIMESTAMP)`,
        to.size ?? 3,
      );
    case "timestamp with time zone":
      return bindSql([sql], (text) => zonedFromText(text, checked(text), to.size ?? 3));
    case "decimal":
      return readDecimal(checked(sql), to);
    case "time":
      return `CAST(${fractional(sql, (text) => `CAST('${DAY_OF_TIMES} ' || ${checked(text)} AS TIMESTAMP)`, to.size ?? 3)} AS TIME)`;
    default:
      return cast(checked(sql));
  }
}

/** Writes a cast from text to a time with more than six digits. */
export function fineFromText(sql: string, to: Type): string | undefined {
  const plain: Type = { ...to, size: 6 };
  if (fromText("NULL", plain) === undefined) return undefined;
  return bindSql([sql], (t) => {
    const cut = `regexp_replace(${t}, '(\\.\\d{6})\\d+', '\\1')`;
    const rest = `CAST(rpad(regexp_extract(${t}, '\\.\\d{6}(\\d{1,6})', 1), 6, '0') AS BIGINT)`;
    const read = `(${toPicoseconds(fromText(cut, plain) as string, to)} + ${rest})`;
    return (to.size ?? 3) < 12 ? rounded(read, to, to.size ?? 3) : read;
  });
}

/** Parses a time with a zone, or in the session's zone if the text has none. */
function zonedFromText(text: string, checked: string, digits: number): string {
  // The engine knows neither UT nor a Z after a space, and no offset from a named zone.
  const named = `regexp_replace(ltrim(trim(${checked}), '+'), ' (?:GMT|UTC|UT)([+-]\\d)', ' \\1')`;
  const plain = `regexp_replace(${named}, ' (?:Z|UT)$', ' UTC')`;
  // The engine requires seconds, and no space before an offset.
  const dated = `regexp_replace(${plain}, '^(\\d+-\\d+-\\d+) ([A-Za-z+-])', '\\1 00:00:00 \\2')`;
  const exact = `regexp_replace(regexp_replace(${dated}, '( \\d{1,2}:\\d{1,2})($|[^:\\d])', '\\1:00\\2'), ' ([+-]\\d{1,2}(:?\\d\\d)?)$', '\\1')`;
  const padded = `regexp_replace(${exact}, '([+-])(\\d)$', '\\10\\2')`;
  const inZone = utc(fractional(padded, (t) => `(CAST(${t} AS TIMESTAMPTZ) AT TIME ZONE 'UTC')`, digits));
  const hasZone = `regexp_matches(${text}, '[A-Za-z]|:\\d+(\\.\\d+)? ?[+-]\\d|^\\s*\\+?${DAY} ?[+-]')`;
  // The engine evaluates both branches of a CASE over constants, so the zone must not be in the way.
  const withoutZone = `regexp_replace(${plain}, '^(${DAY}( ${TIME})?).*$', '\\1')`;
  const local = fractional(withoutZone, (t) => `CAST(${t} AS TIMESTAMP)`, digits);
  return `CASE WHEN ${hasZone} THEN ${inZone} ELSE ${literalSql(local, sessionZone().name, (x) => zonedSql(x, sessionZone().name))} END`;
}

/** Parses a decimal. If a number with an exponent rounds to zero, DuckDB rounds its first digit. */
function readDecimal(sql: string, to: Type): string {
  const type = duckdbType(to);
  const wide = duckdbType({ ...to, size: sizeToRead(to) });
  const read = (text: string): string =>
    wide === type ? `CAST(${text} AS ${type})` : `CAST(CAST(${text} AS ${wide}) AS ${type})`;
  return bindSql(
    [sql],
    (text) =>
      `CASE WHEN regexp_matches(${text}, '[eE]') AND abs(CAST(${text} AS DOUBLE)) < 0.4e-${to.scale ?? 0}::DOUBLE THEN CAST(0 AS ${type}) ELSE ${read(text)} END`,
  );
}

/**
 * Writes a time with at most six fractional-second digits, rounded at the seventh digit and then to the precision of the type.
 */
function fractional(sql: string, parse: (text: string) => string, digits: number): string {
  const t = `"__t"`;
  const cut = `regexp_replace(${t}, '(\\.\\d{6})\\d+', '\\1')`;
  // Rounding twice could round up a value below one half.
  const up =
    digits < 6
      ? "INTERVAL 0 MICROSECOND"
      : `CASE WHEN regexp_matches(${t}, '\\.\\d{6}[5-9]') THEN INTERVAL 1 MICROSECOND ELSE INTERVAL 0 MICROSECOND END`;
  return `list_transform([${sql}], lambda ${t}: ${roundTime(`(${parse(cut)} + ${up})`, digits)})[1]`;
}
