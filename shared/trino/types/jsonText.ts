import { bindSql, eachSql, filterSql } from "./bindSql.ts";
import { ownErrorText } from "./ownError.ts";
import { textSql } from "./textSql.ts";
import { DOUBLE, type Type } from "./type.ts";

const STRING = `"(?:[^"\\\\]|\\\\.)*"`;
const TOKEN = `'${STRING}|-?[0-9][0-9.eE+-]*|[\\[\\]{},:]|true|false|null'`;

/** Writes the list of tokens in a JSON text. */
function tokens(json: string): string {
  return `regexp_extract_all(${json}, ${TOKEN})`;
}

/** Writes a condition that checks whether a string is standard JSON; DuckDB also accepts trailing commas and NaN. */
export function isJson(text: string): string {
  const bare = `regexp_replace(${text}, '${STRING}', '""', 'g')`;
  return `CASE WHEN json_valid(${text}) THEN NOT regexp_matches(${bare}, '(?i),\\s*[\\]}]|nan|inf') ELSE false END`;
}

/** Writes the text of a DOUBLE as Java does: plain notation from 0.001 to 10,000,000, otherwise with an exponent. */
export function doubleText(sql: string): string {
  return bindSql([sql], (x) => {
    const plain = `CASE WHEN ${x} = 0 OR (abs(${x}) >= 0.001 AND abs(${x}) < 10000000) THEN CAST(${x} AS VARCHAR)`;
    return `${plain} ELSE ${textSql(x, DOUBLE)} END`;
  });
}

/** Writes the text of a DECIMAL as Java's BigDecimal does: trailing zeros become an exponent. */
export function decimalText(x: string, type: Type): string {
  const { scale = 0 } = type;
  const text = textSql(x, type) as string;
  if (scale <= 6) return text;
  const fail = `list_extract([NULL], CAST(${ownErrorText("A decimal below 0.000001 cannot be converted to text: cast it to DOUBLE")} AS BIGINT))`;
  return `CASE WHEN abs(${x}) >= 0.000001 THEN ${text} WHEN ${x} = 0 THEN '0E-${scale}' ELSE ${fail} END`;
}

/** Writes a JSON number as Java writes a double; a number that is too large becomes a string. */
function numberText(sql: string): string {
  return bindSql(
    [sql],
    (x) =>
      `CASE WHEN isfinite(${x}) THEN ${doubleText(x)} WHEN ${x} > 0 THEN '"Infinity"' ELSE '"-Infinity"' END`,
  );
}

/** Rewrites JSON so that fractions and numbers with exponents are formatted as Java formats a double. */
export function withDoubles(json: string): string {
  return bindSql([json], (j) => {
    const written = eachSql(
      tokens(j),
      (token) =>
        `CASE WHEN regexp_full_match(${token}, '-?[0-9].*[.eE].*') THEN ${numberText(`CAST(${token} AS DOUBLE)`)} ELSE ${token} END`,
    );
    const isNeeded = `regexp_matches(${j}, '[0-9]{8}\\.|0\\.000|[0-9][eE]')`;
    return `CASE WHEN ${isNeeded} THEN array_to_string(${written}, '') ELSE ${j} END`;
  });
}

/** Rewrites JSON with its numbers as strings, which preserves their original text. */
export function numbersAsStrings(json: string): string {
  const quoted = eachSql(
    tokens(json),
    (token) => `CASE WHEN regexp_matches(${token}, '^[0-9-]') THEN '"' || ${token} || '"' ELSE ${token} END`,
  );
  return `array_to_string(${quoted}, '')`;
}

/**
 * Writes a JSON text as a value of type JSON: without white space, with sorted keys; for duplicate keys, the last one is kept.
 */
export function canonicalJson(text: string): string {
  return withDoubles(
    bindSql(
      [`CAST(json(${text}) AS VARCHAR)`],
      (j) => `CASE WHEN contains(${j}, '{') THEN ${sortKeys(j)} ELSE ${j} END`,
    ),
  );
}

/** Maximum nesting depth of JSON with sorted keys. */
const MAX_SORTED_LEVELS = 64;
const MARKS = "'{}[],:'";
/** Characters that never occur in JSON text, one for each mark. */
const MASKS = "'\u0001\u0002\u0003\u0004\u0005\u0006'";

/**
 * Writes JSON with sorted object keys. Works level by level: sorts the innermost objects and arrays and then masks them, so
 * that the enclosing ones become the innermost.
 */
function sortKeys(json: string): string {
  const masked = eachSql(
    tokens(json),
    (token) => `CASE WHEN ${token}[1] = '"' THEN translate(${token}, ${MARKS}, ${MASKS}) ELSE ${token} END`,
  );
  const levels = `least(${MAX_SORTED_LEVELS}, len(regexp_extract_all(${json}, '[\\[{]')))`;
  const steps = `list_prepend(array_to_string(${masked}, ''), list_transform(range(${levels}), lambda "__n": ''))`;
  const sorted = `list_reduce(${steps}, lambda "__t", "__n": ${maskInnermost('"__t"')})`;
  const sentence = `JSON is nested more than ${MAX_SORTED_LEVELS} levels deep`;
  return bindSql(
    [sorted],
    (s) =>
      `translate(CASE WHEN regexp_matches(${s}, '[\\[{]') THEN CAST(CAST('${sentence}' AS INTEGER) AS VARCHAR) ELSE ${s} END, ${MASKS}, ${MARKS})`,
  );
}

const INNERMOST = "'\\{[^{}\\[\\]]*\\}|\\[[^{}\\[\\]]*\\]'";

function maskInnermost(text: string): string {
  const objects = eachSql(
    `regexp_extract_all(${text}, ${INNERMOST})`,
    (part) =>
      `translate(CASE WHEN ${part}[1] = '{' AND contains(${part}, ',') THEN ${sortMembers(part)} ELSE ${part} END, ${MARKS}, ${MASKS})`,
  );
  const pieces = `list_zip(string_split_regex(${text}, ${INNERMOST}), ${objects})`;
  return `CASE WHEN regexp_matches(${text}, '[\\[{]') THEN array_to_string(${eachSql(pieces, (piece) => `${piece}[1] || coalesce(${piece}[2], '')`)}, '') ELSE ${text} END`;
}

function sortMembers(object: string): string {
  const key = (member: string): string =>
    `json_extract_string(translate(split_part(${member}, ':', 1), ${MASKS}, ${MARKS}), '$')`;
  const members = `list_transform(string_split(${object}[2:-2], ','), lambda "__m", "__i": {'k': ${key('"__m"')}, 'i': "__i", 'm': "__m"})`;
  return bindSql([`list_sort(${members})`], (all) => {
    const last = filterSql(all, (entry, at) => `${at} = len(${all}) OR ${all}[${at} + 1].k <> ${entry}.k`);
    return `'{' || array_to_string(${eachSql(last, (entry) => `${entry}.m`)}, ',') || '}'`;
  });
}
