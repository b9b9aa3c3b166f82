import { literal } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";
import { joinedSql } from "../types/listSql.ts";
import { BIGINT, VARCHAR } from "../types/type.ts";
import {
  type Argument,
  type Failing,
  type FunctionTable,
  failSql,
  renamedFunction,
  type ScalarFunction,
  scalar,
  sqlArgument,
  type TrinoFunction,
  template,
} from "./functionKinds.ts";
import { DISTANCE_TOO_LARGE, MAX_DISTANCE_CELLS } from "./levenshtein.ts";
import { joined } from "./operators/concatenation.ts";

const text = (name: string, count: number): TrinoFunction => renamedFunction(name, count);
/** White space as defined by Java, excluding no-break spaces, which Trino's trim removes. */
const WHITE = literal(
  "\t\n\v\f\r\u001c\u001d\u001e\u001f \u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u2028\u2029\u205f\u3000",
);
const trimmed = (name: string): TrinoFunction =>
  scalar(1, 2, ([x, characters = WHITE], [value]) =>
    value?.type.name === "char"
      ? `rtrim(${name}(rtrim(${x}, ' '), ${characters}), ' ')`
      : `${name}(${x}, ${characters})`,
  );

export const textFunctions: FunctionTable = {
  chr: template("chr(CAST($1 AS INTEGER))"),
  codepoint: scalar(1, 1, codepoint),
  concat: scalar(2, 127, writeConcat, (args) => args.reduce(joined).type),
  concat_ws: scalar(2, 127, concatWith),
  hamming_distance: template(
    (fail) =>
      `CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN length($1) <> length($2) THEN ${fail("The arguments of hamming_distance must have the same length")} WHEN length($1) = strlen($1) AND length($2) = strlen($2) THEN CASE WHEN $1 = '' THEN 0 ELSE hamming($1, $2) END ELSE CAST(len(list_filter(range(1, length($1) + 1), lambda "__i": substr($1, "__i", 1) <> substr($2, "__i", 1))) AS BIGINT) END`,
  ),
  length: scalar(
    1,
    1,
    ([x], [value]) => `${value?.type.name === "varbinary" ? "octet_length" : "length"}(${x})`,
  ),
  // DuckDB counts bytes; Trino counts characters. DuckDB cannot be interrupted while it computes a distance, so the string size
  // is limited first.
  levenshtein_distance: template(
    (fail) =>
      `CASE WHEN length($1) = strlen($1) AND length($2) = strlen($2) THEN CASE WHEN greatest(length($1), length($2)) * (least(length($1), length($2)) - 1) > ${MAX_DISTANCE_CELLS} THEN ${fail(DISTANCE_TOO_LARGE)} ELSE levenshtein($1, $2) END ELSE trino_levenshtein($1, $2) END`,
  ),
  lower: text("lower", 1),
  lpad: ofBytes(paddingFunction("lpad")),
  ltrim: trimmed("ltrim"),
  replace: template(
    "CASE WHEN $2 = '' THEN $3 || array_to_string(list_transform(range(1, length($1) + 1), lambda \"__c\": substr($1, \"__c\", 1) || $3), '') ELSE replace($1, $2, $3) END",
    "''",
  ),
  reverse: scalar(1, 1, writeReverse),
  rpad: ofBytes(paddingFunction("rpad")),
  rtrim: trimmed("rtrim"),
  sha1: template("unhex(sha1($1))"),
  sha256: template("unhex(sha256($1))"),
  split: scalar(2, 3, split),
  split_part: scalar(3, 3, splitPart),
  starts_with: renamedFunction("starts_with", 2),
  strpos: scalar(2, 3, strpos),
  substr: ofBytes(scalar(2, 3, substring), digitPlace),
  substring: ofBytes(scalar(2, 3, substring), digitPlace),
  translate: text("translate", 3),
  trim: trimmed("trim"),
  // DuckDB has an uppercase ß; Java leaves the letter unchanged.
  upper: template(
    "CASE WHEN strlen($1) = length($1) THEN upper($1) ELSE replace(upper(replace($1, 'ß', chr(1114111))), chr(1114111), 'ß') END",
  ),
};

function codepoint([x]: string[], [text]: Argument[]): string {
  if (text?.literal === "") throw new Refusal("The string of codepoint must have one character: it is empty");
  if (text?.type.size !== 1) throw new Refusal("codepoint requires a VARCHAR(1): CAST(… AS VARCHAR(1))");
  return `CAST(unicode(${x}) AS INTEGER)`;
}

function writeConcat(_: string[], args: Argument[]): string {
  return args.reduce(joined).sql;
}

/**
 * Returns a function that also accepts bytes: it operates on their hexadecimal digits, two for each byte. `position` converts the
 * second argument, a number of bytes by default.
 */
function ofBytes(of: ScalarFunction, scale = (count: string): string => `2 * ${count}`): ScalarFunction {
  return {
    ...of,
    write: (args, context) => {
      if (args[0]?.type.name !== "varbinary") return of.write(args, context);
      const digits = args.map(({ sql, type }, index) => {
        if (type.name === "varbinary") return sqlArgument(`hex(${sql})`, VARCHAR);
        return sqlArgument(`(${index === 1 ? scale(sql) : `2 * ${sql}`})`, BIGINT);
      });
      return `unhex(${of.write(digits, context)})`;
    },
  };
}

/** Returns the place of a byte's first digit; negative places count from the end. */
function digitPlace(position: string): string {
  return `CASE WHEN ${position} > 0 THEN 2 * ${position} - 1 ELSE 2 * ${position} END`;
}

function paddingFunction(name: string): ScalarFunction {
  return template(
    (fail) =>
      `CASE WHEN $2 < 0 THEN ${fail(`The size of ${name} cannot be negative`)} WHEN $3 = '' THEN ${fail(`The string that ${name} pads with cannot be empty`)} ELSE ${name}($1, CAST($2 AS INTEGER), $3) END`,
  );
}

/** Reverses a string by code points, as in Trino. DuckDB's function, which keeps letters and their accents together, is faster. */
const reverseText = template(
  `CASE WHEN strlen($1) = length($1) THEN reverse($1) ELSE array_to_string(list_transform(range(length($1), 0, -1), lambda "__i": substr($1, "__i", 1)), '') END`,
);

function writeReverse([x]: string[], args: Argument[], context: Failing): string {
  const type = args[0]?.type.name;
  if (type === "array") return `list_reverse(${x})`;
  if (type === "varbinary")
    return `unhex(array_to_string(list_reverse(regexp_extract_all(hex(${x}), '..')), ''))`;
  return reverseText.write(args, context);
}

/** Writes concat_ws, which skips NULL arguments. */
function concatWith([separator, ...parts]: string[], [, first]: Argument[]): string {
  const list = first?.type.name === "array" ? parts[0] : `[${parts.join(", ")}]`;
  return `CASE WHEN ${separator} IS NOT NULL AND ${list} IS NOT NULL THEN coalesce(${joinedSql(`list_filter(${list}, lambda "__x": "__x" IS NOT NULL)`, `${separator}`)}, '') END`;
}

/** Writes split; with a limit, the last part is the remaining text. */
/** Maximum of INTEGER. */
const MAX_INTEGER = 2_147_483_647;

function split([s, separator, limit]: string[], [, by]: Argument[], context: { inTry: boolean }): string {
  const parts = `string_split(${s}, ${separator})`;
  const limited =
    limit === undefined
      ? parts
      : `CASE WHEN ${limit} <= 0 THEN ${failSql("The limit of split must be positive", context)} WHEN ${limit} > ${MAX_INTEGER} THEN ${failSql("The limit of split is too large", context)} WHEN len(${parts}) <= ${limit} THEN ${parts} ELSE list_append(${parts}[1:${limit} - 1], array_to_string(${parts}[${limit}:], ${separator})) END`;
  if (by?.literal) return limited;
  return `CASE WHEN ${separator} IS NULL THEN NULL WHEN ${separator} = '' THEN ${failSql("The separator of split may not be empty", context)} ELSE ${limited} END`;
}

/** Writes strpos, including the form for the n-th occurrence; a negative n counts from the end. */
function strpos([s, part, instance]: string[], _: Argument[], context: { inTry: boolean }): string {
  const first = `CAST(strpos(${s}, ${part}) AS BIGINT)`;
  if (instance === undefined) return first;
  const places = `list_filter(range(1, length(${s}) + 1), lambda "__i": substr(${s}, "__i", length(${part})) = ${part})`;
  return `CASE WHEN ${instance} = 0 THEN ${failSql("The instance of strpos cannot be zero", context)} WHEN ${part} = '' THEN ${first} WHEN ${s} IS NOT NULL AND ${part} IS NOT NULL THEN coalesce(${places}[${instance}], 0) END`;
}

/**
 * Writes substring. Positions are one-based, and negative positions count from the end. A position outside the text yields an
 * empty result; it is not clamped.
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
  [, by, position]: Argument[],
  context: { inTry: boolean },
): string {
  const parts = `string_split(${s}, ${separator})[${index}]`;
  // An empty separator splits a string into characters; an empty string has none.
  const part = by?.literal ? parts : `CASE WHEN ${s} <> '' OR ${separator} <> '' THEN ${parts} END`;
  if (position?.integer !== undefined && position.integer > 0) return part;
  return `CASE WHEN ${index} < 1 THEN ${failSql("Index must be greater than zero", context)} ELSE ${part} END`;
}
