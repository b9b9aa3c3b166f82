import { literal } from "#shared/duckdb/quoting.ts";
import { shortValue } from "#shared/sql/boundMessage.ts";
import { Refusal } from "#shared/sql/sqlError.ts";
import {
  type Argument,
  type FunctionTable,
  failSql,
  literalOf,
  renamedFunction,
  scalar,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";
import { joined } from "./operators.ts";

const text = (name: string, count: number): TrinoFunction => renamedFunction(name, count);
const WHITE = literal(" \t\n\v\f\r\u2028\u2029");
const trimmed = (name: string): TrinoFunction => template(`${name}($1, $2)`, WHITE);

export const textFunctions: FunctionTable = {
  chr: text("chr", 1),
  codepoint: template("CAST(unicode($1) AS INTEGER)"),
  concat: scalar(2, 127, writeConcat),
  concat_ws: scalar(2, 127, concatWith),
  hamming_distance: ofAscii("hamming"),
  json_array_length: template(
    "CASE WHEN json_valid($1) AND json_type($1) = 'ARRAY' THEN CAST(json_array_length($1) AS BIGINT) END",
  ),
  json_extract_scalar: scalar(2, 2, jsonScalar),
  length: renamedFunction("length", 1),
  levenshtein_distance: ofAscii("levenshtein"),
  lower: text("lower", 1),
  lpad: paddingFunction("lpad"),
  ltrim: trimmed("ltrim"),
  regexp_count: template("len(regexp_extract_all($1, $2))"),
  regexp_extract: template("regexp_extract_all($1, $2, $3)[1]", "0"),
  regexp_extract_all: template("regexp_extract_all($1, $2, $3)", "0"),
  regexp_like: renamedFunction("regexp_matches", 2),
  regexp_replace: scalar(2, 3, regexpReplace),
  regexp_split: renamedFunction("regexp_split_to_array", 2),
  replace: template("CASE WHEN $2 = '' THEN $3 || array_to_string(list_transform(string_split($1, ''), lambda \"__c\": \"__c\" || $3), '') ELSE replace($1, $2, $3) END", "''"),
  reverse: scalar(1, 1, writeReverse),
  rpad: paddingFunction("rpad"),
  rtrim: trimmed("rtrim"),
  split: renamedFunction("string_split", 2),
  split_part: scalar(3, 3, splitPart),
  starts_with: renamedFunction("starts_with", 2),
  strpos: template("CAST(strpos($1, $2) AS BIGINT)"),
  substr: scalar(2, 3, substring),
  substring: scalar(2, 3, substring),
  translate: text("translate", 3),
  trim: trimmed("trim"),
  upper: text("upper", 1),
};

/** Restricts a function to ASCII text, because DuckDB counts bytes and Trino characters. */
function ofAscii(name: string): TrinoFunction {
  const isAscii = "length($1) = strlen($1) AND length($2) = strlen($2)";
  return template(
    (fail) =>
      `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN ${isAscii} THEN ${name}($1, $2) ELSE ${fail("The distance is available for ASCII texts only")} END`,
  );
}

function writeConcat(_: string[], args: Argument[]): string {
  return args.reduce(joined).sql;
}

function paddingFunction(name: string): TrinoFunction {
  return template(
    (fail) =>
      `CASE WHEN $2 < 0 THEN ${fail(`The size of ${name} cannot be negative`)} ELSE ${name}($1, CAST($2 AS INTEGER), $3) END`,
  );
}

/** Writes reverse, by code points as in Trino. */
function writeReverse([x]: string[], [argument]: Argument[]): string {
  if (argument?.type.name === "array") return `list_reverse(${x})`;
  const points = `list_transform(range(length(${x}), 0, -1), lambda "__i": substr(${x}, "__i", 1))`;
  return `array_to_string(${points}, '')`;
}

/** Writes concat_ws; `|| ''` rejects arrays, which DuckDB would format as text instead of joining. */
function concatWith([separator, ...parts]: string[]): string {
  return `concat_ws(${[separator, ...parts].join(", ")})`;
}

/**
 * Writes substring: positions count from 1, negative ones from the end; outside of the text the result is empty, not
 * clamped.
 */
function substring([s, start, size]: string[], [, from, count]: Argument[]): string {
  const cut = `substr(${[s, start, ...(size === undefined ? [] : [size])].join(", ")})`;
  const nothing: string[] = [];
  if (!(from?.integer !== undefined && from.integer > 0))
    nothing.push(`${start} = 0`, `${start} < -length(${s})`);
  if (size !== undefined && !(count?.integer !== undefined && count.integer >= 0))
    nothing.push(`${size} <= 0`);
  return nothing.length === 0
    ? cut
    : `CASE WHEN ${s} IS NULL THEN NULL WHEN ${nothing.join(" OR ")} THEN '' ELSE ${cut} END`;
}

function splitPart(
  [s, separator, index]: string[],
  [, , position]: Argument[],
  context: { inTry: boolean },
): string {
  const part = `string_split(${s}, ${separator})[${index}]`;
  if (position?.integer !== undefined && position.integer > 0) return part;
  return `CASE WHEN ${index} < 1 THEN ${failSql("Index must be greater than zero", context)} ELSE ${part} END`;
}

/** Writes regexp_replace, with Java's `$1` as RE2's `\1`. */
function regexpReplace([s, pattern]: string[], [, , by]: Argument[]): string {
  const replacement = by ? literalOf(by, "The replacement of regexp_replace") : "";
  let converted = "";
  for (let at = 0; at < replacement.length; at += 1) {
    const character = replacement[at] as string;
    const next = replacement[at + 1] ?? "";
    if (character === "\\") {
      converted += next === "\\" ? "\\\\" : next;
      at += 1;
    } else if (character !== "$") converted += character;
    else if (/\d/.test(next)) {
      converted += `\\${next}`;
      at += 1;
    } else
      throw new Refusal(`A $ in the replacement is followed by the number of a group, or written as \\$`);
  }
  return `regexp_replace(${s}, ${pattern}, ${literal(converted)}, 'g')`;
}

/** Writes json_extract_scalar: NULL for invalid JSON, missing values and non-scalars. */
function jsonScalar([s]: string[], [, path]: Argument[]): string {
  const where = literalOf(path, "The path of json_extract_scalar");
  if (!/^\$(?:\.[A-Za-z_]\w*|\[\d+\])*$/.test(where)) {
    throw new Refusal(`A path is written like $.name.items[0], not ${shortValue(where)}`);
  }
  const found = `json_extract_string(${s}, ${literal(where)})`;
  const scalarTypes = `json_type(${s}, ${literal(where)}) NOT IN ('OBJECT', 'ARRAY')`;
  return `CASE WHEN json_valid(${s}) THEN CASE WHEN ${scalarTypes} THEN ${found} END END`;
}
