import { literal } from "@pdp/basics/columns";
import { Refusal } from "../sqlError.ts";
import { bindSql } from "../types/bindSql.ts";
import {
  type Argument,
  type FunctionTable,
  failSql,
  literalOf,
  scalar,
  type TrinoFunction,
} from "./functionKinds.ts";
import { compileRegex, UNEQUAL_CASES } from "./matchRegex.ts";
import type { TranslatedRegex } from "./regexReader.ts";
import { replacementParts } from "./regexReplacement.ts";
import { call, groupOf, replaceRegistered, type WriteRegistered, withGroup } from "./registeredCalls.ts";
import { translateRegex } from "./translateRegex.ts";

type Context = { inTry: boolean };

interface Options {
  takesEmpty?: (regex: TranslatedRegex, args: Argument[]) => boolean;
  ownEnd?: boolean;
}

/**
 * Returns a function that takes a regular expression as its second argument. If the translated pattern has the same meaning,
 * RE2 performs the search; all other patterns and strings go to the registered function.
 */
function ofPattern(
  minArguments: number,
  maxArguments: number,
  write: (text: string, regex: TranslatedRegex, args: Argument[], context: Context) => string,
  registered: WriteRegistered,
  { takesEmpty = () => false, ownEnd = false }: Options = {},
): TrinoFunction {
  return scalar(minArguments, maxArguments, ([text], args, context) => {
    if (args[1]?.type.name === "unknown" || args[1]?.sql.startsWith("CAST(NULL")) return "NULL";
    const pattern = args[1]?.literal;
    if (pattern === undefined) return registered(args, undefined);
    const inRe2 = (): [string, TranslatedRegex] => {
      const regex = translateRegex(pattern);
      const takes = regex.isAnchored || regex.pattern === "" || takesEmpty(regex, args);
      if (regex.isNullable && !takes) throw new Refusal("RE2 skips some empty matches");
      return [write(`${text}`, regex, args, context), regex];
    };
    const translation = ifAllowed(inRe2);
    if (!translation) return registered(args, compileRegex(pattern).translated);
    const [written, regex] = translation;
    const other = ifAllowed(() => {
      const { translated } = compileRegex(pattern);
      return { sql: registered(args, translated), needs: translated };
    });
    const knowsEnd = ownEnd && !isMultiline(regex);
    return guarded(written, `${text}`, regex, context, knowsEnd ? undefined : "$", other);
  });
}

/** Returns the result of a callback; undefined if the callback throws a Refusal. */
function ifAllowed<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** Non-ASCII letters with a case variant in ASCII, as an RE2 class. */
const OTHER_CASES = UNEQUAL_CASES.source.replace(/\\u(....)/g, "\\x{$1}").replace("[", "[\\x{212a}\\x{017f}");

/** Uses the registered function for strings in which RE2 would find different matches than Trino or would fail. */
function guarded(
  sql: string,
  text: string,
  regex: TranslatedRegex,
  context: Context,
  end: "$" | undefined,
  other: { sql: string; needs: TranslatedRegex } | undefined,
): string {
  const cases: string[] = [];
  const isLonger = `length(${text}) <> strlen(${text})`;
  const otherwise = (isEqual: (needs: TranslatedRegex) => boolean, sentence: string): string =>
    other && isEqual(other.needs) ? other.sql : failSql(sentence, context);
  if (regex.needsAscii) {
    const sentence =
      "Only ASCII texts can be searched with (?i) and other letters, or classes such as [:space:]";
    cases.push(`WHEN ${isLonger} THEN ${otherwise(({ needsAscii }) => !needsAscii, sentence)}`);
  }
  if (regex.needsAsciiWords) {
    const sentence =
      "Texts with letters or digits beyond ASCII cannot be searched with word boundaries or classes such as [:alpha:]";
    const words = `regexp_matches(regexp_replace(${text}, '[\\x00-\\x7f]+', '', 'g'), '[\\pL\\pM\\pN\\p{Pc}]')`;
    const searched = otherwise(({ needsAsciiWords }) => !needsAsciiWords, sentence);
    cases.push(`WHEN ${isLonger} AND ${words} THEN ${searched}`);
  }
  if (regex.needsAsciiCases) {
    const sentence = "Texts with ß, ligatures or similar letters cannot be searched with (?i)";
    const searched = otherwise(() => true, sentence);
    cases.push(`WHEN regexp_matches(${text}, '${OTHER_CASES}') THEN ${searched}`);
  }
  if (regex.needsNoLastNewline && end) {
    const sentence =
      "$ in a regular expression cannot be used with text that ends with a newline. Trim the text";
    cases.push(`WHEN suffix(${text}, chr(10)) THEN ${otherwise(() => true, sentence)}`);
  }
  return cases.length === 0 ? sql : `CASE ${cases.join(" ")} ELSE ${sql} END`;
}

function like(text: string, regex: TranslatedRegex): string {
  const pattern = literal(regex.pattern);
  // `$` also matches before a final newline.
  if (!regex.needsNoLastNewline || isMultiline(regex)) return `regexp_matches(${text}, ${pattern})`;
  // Escapes are read one after another: the second backslash of \\z is not the start of \z.
  const ended = regex.pattern.replace(/\\./gs, (escaped) => (escaped === "\\z" ? "\\n?\\z" : escaped));
  return `regexp_matches(${text}, ${literal(ended)})`;
}

/** Returns whether a pattern uses multiline mode, in which RE2 recognizes different line ends. */
function isMultiline({ pattern }: TranslatedRegex): boolean {
  return /\(\?[ims]*m/.test(pattern);
}

/** Returns how a matched group is read: NULL if it did not participate in the match. */
function groupValue(regex: TranslatedRegex, number: number): (group: string) => string {
  const group = regex.groups[number - 1];
  if (!group?.isOptional) return (group) => group;
  if (group.isNullable)
    throw new Refusal(
      `Group ${number} may be empty or missing, and these cases cannot be distinguished here`,
    );
  return (group) => `nullif(${group}, '')`;
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
  const groupSql = groupValue(regex, number)(`regexp_extract(${text}, ${pattern}, ${number})`);
  return `CASE WHEN regexp_matches(${text}, ${pattern}) THEN ${groupSql} END`;
}

function split(text: string, { pattern, isAnchored }: TranslatedRegex): string {
  if (isAnchored)
    return `CASE WHEN regexp_matches(${text}, ${literal(pattern)}) THEN ['', regexp_replace(${text}, ${literal(pattern)}, '')] WHEN ${text} IS NOT NULL THEN [${text}] END`;
  // RE2 treats the rest of a string as a separate string with a new start.
  if (/^\(*\\A/.test(pattern) || pattern.includes("|\\A"))
    throw new Refusal("Text cannot be split by a pattern in which an alternative starts with ^");
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

/** Highest occurrence that regexp_position searches for; the query text repeats the search for each one. */
const MAX_OCCURRENCE = 20;
/** Maximum repetition count in RE2. */
const MAX_REPETITION = 1_000;
const MAX_START = 10_000;

/** Writes the position of the n-th match that begins at or after a position, matching in the context of the whole text. */
function position(text: string, { pattern }: TranslatedRegex, args: Argument[]): string {
  const [, , start, occurrence] = args;
  if ([start, occurrence].some((argument) => argument?.sql.startsWith("CAST(NULL"))) return "NULL";
  const from = countOf(start, "start", MAX_START);
  const wanted = countOf(occurrence, "occurrence", MAX_OCCURRENCE);
  let sql = placeFrom(text, pattern, literal(skipping(from)));
  for (let occurrence = 1; occurrence < wanted; occurrence += 1) sql = placeAfter(text, pattern, sql);
  return `CASE WHEN ${text} <> '' THEN CAST(${sql} AS INTEGER) WHEN ${text} IS NOT NULL THEN -1 END`;
}

/** Writes the position of the first match after a prefix with the pattern `prefix`; -1 if there is none. */
function placeFrom(text: string, pattern: string, prefix: string): string {
  const whole = `'(?s)\\A(' || ${prefix} || ${literal(`)(?-s:${pattern})`)}`;
  return `CASE WHEN regexp_matches(${text}, ${whole}) THEN length(regexp_extract(${text}, ${whole}, 1)) + 1 ELSE -1 END`;
}

/** Writes the position of the next match after the match at a given position. */
function placeAfter(text: string, pattern: string, positionSql: string): string {
  return bindSql([positionSql], (at) => {
    const before = `repeat('.{${MAX_REPETITION}}', (${at} - 1) // ${MAX_REPETITION}) || '.{' || ((${at} - 1) % ${MAX_REPETITION}) || '}'`;
    const match = `regexp_extract(${text}, '(?s)\\A' || ${before} || ${literal(`((?-s:${pattern}))`)}, 1)`;
    return bindSql([`${at} - 1 + greatest(1, length(${match}))`], (skipped) => {
      const prefix = `repeat('.{${MAX_REPETITION}}', ${skipped} // ${MAX_REPETITION}) || '.{' || (${skipped} % ${MAX_REPETITION}) || ',}?'`;
      return `CASE WHEN ${at} < 0 THEN -1 ELSE ${placeFrom(text, pattern, prefix)} END`;
    });
  });
}

/** Returns the pattern of the shortest text before a one-based position. */
function skipping(position: number): string {
  const skipped = position - 1;
  const thousands = `.{${MAX_REPETITION}}`.repeat(Math.floor(skipped / MAX_REPETITION));
  return `${thousands}.{${skipped % MAX_REPETITION},}?`;
}

function countOf(argument: Argument | undefined, what: string, maximum: number): number {
  if (!argument) return 1;
  const [, digits] = /^(?:CAST\()?'?(\d{1,9})'?(?: AS BIGINT\))?$/.exec(argument.sql) ?? [];
  const value = Number(digits);
  if (Number.isInteger(value) && value >= 1 && value <= maximum) return value;
  throw new Refusal(
    `The ${what} of regexp_position must be a number from 1 to ${maximum.toLocaleString("en-US")} here`,
  );
}

/** Writes regexp_replace, converting Java's `$1` to RE2's `\1`. */
function replace(text: string, regex: TranslatedRegex, [, , by]: Argument[]): string {
  const replacement = by ? literalOf(by, "The replacement of regexp_replace") : "";
  const converted = convertReplacement(replacement, regex);
  if (regex.pattern === "") {
    if (converted.includes("\\")) throw new Refusal("This replacement of an empty pattern is not available");
    return `(${literal(converted)} || array_to_string(list_transform(range(1, length(${text}) + 1), lambda "__i": substr(${text}, "__i", 1) || ${literal(converted)}), ''))`;
  }
  const all = regex.isAnchored ? "" : ", 'g'";
  return `regexp_replace(${text}, ${literal(regex.pattern)}, ${literal(converted)}${all})`;
}

function convertReplacement(replacement: string, regex: TranslatedRegex): string {
  const parts = replacementParts(replacement, regex).map((part) => {
    if (typeof part === "string") return part.replaceAll("\\", "\\\\");
    if (part > 9) throw new Refusal("A replacement can refer to groups 0 to 9 only");
    return `\\${part}`;
  });
  return parts.join("");
}

export const regexFunctions: FunctionTable = {
  regexp_count: ofPattern(2, 2, count, call("regexp_count"), { takesEmpty: ({ hasPlaces }) => !hasPlaces }),
  regexp_extract: ofPattern(2, 3, extract, withGroup("regexp_extract"), { takesEmpty: () => true }),
  regexp_extract_all: ofPattern(2, 3, extractAll, withGroup("regexp_extract_all"), {
    takesEmpty: ({ hasPlaces }) => !hasPlaces,
  }),
  regexp_like: ofPattern(2, 2, like, call("regexp_like"), { takesEmpty: () => true, ownEnd: true }),
  regexp_position: ofPattern(
    2,
    4,
    position,
    (args, regex) => `CAST(${call("regexp_position", "1", "1")(args, regex)} AS INTEGER)`,
    { takesEmpty: () => true },
  ),
  // Removing an empty match has no effect, so it does not matter whether it counts.
  regexp_replace: ofPattern(2, 3, replace, replaceRegistered, {
    takesEmpty: (_, [, , by]) => !by || by.literal === "",
  }),
  regexp_split: ofPattern(2, 2, split, call("regexp_split")),
};
