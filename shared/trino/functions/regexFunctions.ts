import { literal } from "#shared/duckdb/quoting.ts";
import { Refusal } from "#shared/trino/sqlError.ts";
import { bindSql } from "#shared/trino/types/bindSql.ts";
import {
  type Argument,
  type FunctionTable,
  failSql,
  literalOf,
  scalar,
  type TrinoFunction,
} from "./functionKinds.ts";
import type { TranslatedRegex } from "./regexReader.ts";
import { translateRegex } from "./translateRegex.ts";

type Context = { inTry: boolean };

/** Returns a function whose second argument is a regular expression, written for its translation. */
function ofPattern(
  least: number,
  most: number,
  write: (text: string, regex: TranslatedRegex, args: Argument[], context: Context) => string,
  {
    takesEmpty = () => false,
    ownEnd = false,
  }: { takesEmpty?: (regex: TranslatedRegex, args: Argument[]) => boolean; ownEnd?: boolean } = {},
): TrinoFunction {
  return scalar(least, most, ([text], args, context) => {
    if (args[1]?.type.name === "unknown" || args[1]?.sql.startsWith("CAST(NULL")) return "NULL";
    const regex = translateRegex(literalOf(args[1], "A regular expression"));
    const takes = regex.isAnchored || regex.pattern === "" || takesEmpty(regex, args);
    if (regex.isNullable && !takes) {
      throw new Refusal("A regular expression that matches the empty text is not available in this function");
    }
    const written = write(`${text}`, regex, args, context);
    return guarded(written, `${text}`, regex, context, ownEnd);
  });
}

/** Fails for texts in which RE2 would find something else than Trino. */
function guarded(
  sql: string,
  text: string,
  regex: TranslatedRegex,
  context: Context,
  ownEnd: boolean,
): string {
  const cases: string[] = [];
  const isLonger = `length(${text}) <> strlen(${text})`;
  if (regex.needsAscii) {
    const sentence =
      "Only ASCII texts can be searched with (?i) and other letters, or classes such as [:space:]";
    cases.push(`WHEN ${isLonger} THEN ${failSql(sentence, context)}`);
  }
  if (regex.needsAsciiWords) {
    const sentence =
      "Texts with letters or digits beyond ASCII cannot be searched with word boundaries or classes such as [:alpha:]";
    const words = `regexp_matches(regexp_replace(${text}, '[\\x00-\\x7f]+', '', 'g'), '[\\pL\\pM\\pN\\p{Pc}]')`;
    cases.push(`WHEN ${isLonger} AND ${words} THEN ${failSql(sentence, context)}`);
  }
  if (regex.needsAsciiCases) {
    const sentence = "Texts with the Kelvin sign or a long s cannot be searched with (?i)";
    cases.push(`WHEN regexp_matches(${text}, '[\u212a\u017f]') THEN ${failSql(sentence, context)}`);
  }
  if (regex.needsNoLastNewline && !ownEnd) {
    const sentence =
      "The $ of a regular expression cannot be used for a text that ends with a newline: trim it";
    cases.push(`WHEN suffix(${text}, chr(10)) THEN ${failSql(sentence, context)}`);
  }
  return cases.length === 0 ? sql : `CASE ${cases.join(" ")} ELSE ${sql} END`;
}

function like(text: string, regex: TranslatedRegex): string {
  const pattern = literal(regex.pattern);
  // `$` also matches before a final newline.
  return regex.needsNoLastNewline && !/\(\?[ims]*m/.test(regex.pattern)
    ? `regexp_matches(${text}, ${literal(regex.pattern.replace(/\\z/g, "\\n?\\z"))})`
    : `regexp_matches(${text}, ${pattern})`;
}

/** Returns the number of a group from a literal argument. */
function groupOf(argument: Argument | undefined, { groups }: TranslatedRegex): number {
  if (!argument) return 0;
  const number = argument.integer ?? Number(/^CAST\((\d+) AS BIGINT\)$/.exec(argument.sql)?.[1]);
  if (Number.isInteger(number) && number >= 0 && number <= groups.length) return number;
  throw new Refusal(
    `The regular expression has ${groups.length} groups: the group is a number from 0 to that`,
  );
}

/** Returns how a found group is read: NULL if it had no part in the match. */
function groupValue(regex: TranslatedRegex, number: number): (found: string) => string {
  const group = regex.groups[number - 1];
  if (!group?.isOptional) return (found) => found;
  if (group.isNullable)
    throw new Refusal(`Group ${number} may be empty or missing, which cannot be told apart here`);
  return (found) => `nullif(${found}, '')`;
}

function extractAll(text: string, regex: TranslatedRegex, [, , group]: Argument[]): string {
  if (isNull(group)) return "NULL";
  const number = groupOf(group, regex);
  const value = groupValue(regex, number);
  if (regex.pattern === "") return `list_transform(range(0, length(${text}) + 1), lambda "__m": '')`;
  if (regex.isAnchored) {
    const only = value(`regexp_extract(${text}, ${literal(regex.pattern)}, ${number})`);
    return `CASE WHEN regexp_matches(${text}, ${literal(regex.pattern)}) THEN [${only}] WHEN ${text} IS NOT NULL THEN CAST([] AS VARCHAR[]) END`;
  }
  const all = `regexp_extract_all(${text}, ${literal(regex.pattern)}, ${number})`;
  return value("x") === "x" ? all : `list_transform(${all}, lambda "__m": ${value('"__m"')})`;
}

function isNull(argument: Argument | undefined): boolean {
  return argument?.sql.startsWith("CAST(NULL") ?? false;
}

function extract(text: string, regex: TranslatedRegex, [, , group]: Argument[]): string {
  if (isNull(group)) return "NULL";
  const number = groupOf(group, regex);
  const pattern = literal(regex.pattern);
  const found = groupValue(regex, number)(`regexp_extract(${text}, ${pattern}, ${number})`);
  return `CASE WHEN regexp_matches(${text}, ${pattern}) THEN ${found} END`;
}

function split(text: string, { pattern, isAnchored }: TranslatedRegex): string {
  if (isAnchored)
    return `CASE WHEN regexp_matches(${text}, ${literal(pattern)}) THEN ['', regexp_replace(${text}, ${literal(pattern)}, '')] WHEN ${text} IS NOT NULL THEN [${text}] END`;
  // RE2 takes the rest of a text for a text of its own, with a start.
  if (/^\(*\\A/.test(pattern) || pattern.includes("|\\A"))
    throw new Refusal("A text cannot be split by a pattern that starts with ^ in a part");
  if (pattern !== "") return `regexp_split_to_array(${text}, ${literal(pattern)})`;
  const characters = `list_transform(range(1, length(${text}) + 1), lambda "__i": substr(${text}, "__i", 1))`;
  return `CASE WHEN ${text} IS NOT NULL THEN list_append(list_prepend('', ${characters}), '') END`;
}

function count(text: string, { pattern, isAnchored }: TranslatedRegex): string {
  if (isAnchored) return `CAST(regexp_matches(${text}, ${literal(pattern)}) AS BIGINT)`;
  return pattern === ""
    ? `(length(${text}) + 1)`
    : `CAST(len(regexp_extract_all(${text}, ${literal(pattern)})) AS BIGINT)`;
}

/** Maximum occurrence that regexp_position looks for: the text of the query repeats the search for each. */
const MAX_OCCURRENCE = 20;
/** Maximum count of a repetition in RE2. */
const MAX_REPETITION = 1_000;
const MAX_START = 10_000;

/** Writes the place of the n-th match that begins at a place or after it; the whole text is its context. */
function position(text: string, { pattern }: TranslatedRegex, args: Argument[]): string {
  const [, , start, occurrence] = args;
  if ([start, occurrence].some((argument) => argument?.sql.startsWith("CAST(NULL"))) return "NULL";
  const from = countOf(start, "start", MAX_START);
  const wanted = countOf(occurrence, "occurrence", MAX_OCCURRENCE);
  let sql = placeFrom(text, pattern, literal(skipping(from)));
  for (let found = 1; found < wanted; found += 1) sql = placeAfter(text, pattern, sql);
  return `CASE WHEN ${text} <> '' THEN CAST(${sql} AS INTEGER) WHEN ${text} IS NOT NULL THEN -1 END`;
}

/** Writes the place of the first match after a prefix, whose pattern is `prefix`; -1 if there is none. */
function placeFrom(text: string, pattern: string, prefix: string): string {
  const whole = `'(?s)\\A(' || ${prefix} || ${literal(`)(?-s:${pattern})`)}`;
  return `CASE WHEN regexp_matches(${text}, ${whole}) THEN length(regexp_extract(${text}, ${whole}, 1)) + 1 ELSE -1 END`;
}

/** Writes the place of the first match after the one at a place. */
function placeAfter(text: string, pattern: string, place: string): string {
  return bindSql([place], (at) => {
    const before = `repeat('.{${MAX_REPETITION}}', (${at} - 1) // ${MAX_REPETITION}) || '.{' || ((${at} - 1) % ${MAX_REPETITION}) || '}'`;
    const match = `regexp_extract(${text}, '(?s)\\A' || ${before} || ${literal(`((?-s:${pattern}))`)}, 1)`;
    return bindSql([`${at} - 1 + greatest(1, length(${match}))`], (skipped) => {
      const prefix = `repeat('.{${MAX_REPETITION}}', ${skipped} // ${MAX_REPETITION}) || '.{' || (${skipped} % ${MAX_REPETITION}) || ',}?'`;
      return `CASE WHEN ${at} < 0 THEN -1 ELSE ${placeFrom(text, pattern, prefix)} END`;
    });
  });
}

/** Returns the pattern of the least text before a place, which counts from 1. */
function skipping(place: number): string {
  const skipped = place - 1;
  const thousands = `.{${MAX_REPETITION}}`.repeat(Math.floor(skipped / MAX_REPETITION));
  return `${thousands}.{${skipped % MAX_REPETITION},}?`;
}

function countOf(argument: Argument | undefined, what: string, most: number): number {
  if (!argument) return 1;
  const [, digits] = /^(?:CAST\()?'?(\d{1,9})'?(?: AS BIGINT\))?$/.exec(argument.sql) ?? [];
  const value = Number(digits);
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new Refusal(
    `The ${what} of regexp_position is a number from 1 to ${most.toLocaleString("en-US")} here`,
  );
}

/** Writes regexp_replace, with Java's `$1` as RE2's `\1`. */
function replace(text: string, regex: TranslatedRegex, [, , by]: Argument[]): string {
  if (by?.type.name === "function")
    throw new Refusal("The replacement of regexp_replace is a text here, not a lambda");
  const replacement = by ? literalOf(by, "The replacement of regexp_replace") : "";
  const converted = convertReplacement(replacement, regex);
  if (regex.pattern === "") {
    if (converted.includes("\\")) throw new Refusal("This replacement of the empty text is not available");
    return `(${literal(converted)} || array_to_string(list_transform(range(1, length(${text}) + 1), lambda "__i": substr(${text}, "__i", 1) || ${literal(converted)}), ''))`;
  }
  const all = regex.isAnchored ? "" : ", 'g'";
  return `regexp_replace(${text}, ${literal(regex.pattern)}, ${literal(converted)}${all})`;
}

function convertReplacement(replacement: string, { groups }: TranslatedRegex): string {
  let converted = "";
  for (let at = 0; at < replacement.length; at += 1) {
    const character = replacement[at] as string;
    if (character === "\\") {
      at += 1;
      converted += replacement[at] === "\\" ? "\\\\" : (replacement[at] ?? "");
    } else if (character === "$") {
      const [reference = "", name, digits = ""] =
        /^(?:\{([A-Za-z][A-Za-z0-9]*)\}|(\d+))/.exec(replacement.slice(at + 1)) ?? [];
      const { number, length } =
        name === undefined
          ? numbered(digits, groups.length)
          : { number: groups.findIndex((group) => group.name === name) + 1 || -1, length: reference.length };
      if (reference === "" || number < 0 || number > groups.length) {
        throw new Refusal("A $ in the replacement is followed by the number of a group, or written as \\$");
      }
      if (number > 9) throw new Refusal("The replacement can use groups 0 to 9 only");
      converted += `\\${number}`;
      at += length;
    } else converted += character;
  }
  return converted;
}

/** Reads the number of a group: as many digits as name one that exists. */
function numbered(digits: string, count: number): { number: number; length: number } {
  let number = Number(digits[0] ?? -1);
  let length = 1;
  for (const digit of digits.slice(1)) {
    if (number * 10 + Number(digit) > count) break;
    number = number * 10 + Number(digit);
    length += 1;
  }
  return { number, length };
}

export const regexFunctions: FunctionTable = {
  regexp_count: ofPattern(2, 2, count, { takesEmpty: ({ hasPlaces }) => !hasPlaces }),
  regexp_extract: ofPattern(2, 3, extract, { takesEmpty: () => true }),
  regexp_extract_all: ofPattern(2, 3, extractAll, { takesEmpty: ({ hasPlaces }) => !hasPlaces }),
  regexp_like: ofPattern(2, 2, like, { takesEmpty: () => true, ownEnd: true }),
  regexp_position: ofPattern(2, 4, position, { takesEmpty: () => true }),
  // An empty match that is removed has no effect, whether it counts or not.
  regexp_replace: ofPattern(2, 3, replace, { takesEmpty: (_, [, , by]) => !by || by.literal === "" }),
  regexp_split: ofPattern(2, 2, split),
};
