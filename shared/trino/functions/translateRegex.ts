import {
  atomic,
  BOUNDARY,
  LAST,
  NO_BOUNDARY,
  readFirstFlags,
  referenceBack,
  SYNTAX,
} from "./javaScriptRegex.ts";
import { classEscape, parseClass, WHITE } from "./regexClasses.ts";
import {
  invalid,
  type Part,
  type Reader,
  type RegexEngine,
  type TranslatedRegex,
  unavailable,
} from "./regexReader.ts";

/**
 * Translates a Trino pattern (Java's syntax) for RE2 or for JavaScript, where all groups are named, starting with `g1`. Throws
 * for patterns that the engine cannot express.
 */
export function translateRegex(text: string, engine: RegexEngine = "RE2"): TranslatedRegex {
  const translated: TranslatedRegex = {
    pattern: "",
    isNullable: true,
    isAnchored: false,
    hasPlaces: false,
    groups: [],
    needsNoLastNewline: false,
    needsAscii: false,
    needsAsciiWords: false,
    needsAsciiCases: false,
    ignoresCase: false,
  };
  const reader: Reader = {
    text,
    at: 0,
    translated,
    engine,
    isMultiline: false,
    isDotAll: false,
    isBehind: false,
    atomics: 0,
  };
  if (engine === "JavaScript") readFirstFlags(reader);
  const { sql, isNullable } = parseAlternatives(reader, 0);
  if (reader.at < text.length) throw invalid("has an unmatched closing parenthesis");
  return { ...translated, pattern: sql, isNullable };
}

const MAX_DEPTH = 100;
/** Maximum count of a repetition in RE2. */
const MAX_RE2_COUNT = 1_000;

function parseAlternatives(reader: Reader, depth: number, isOptional = false): Part {
  if (depth > MAX_DEPTH) throw invalid("nests too deeply");
  const start = reader.translated.groups.length;
  const parts = [parseSequence(reader, depth, isOptional)];
  while (reader.text[reader.at] === "|") {
    reader.at += 1;
    markOptional(reader, start);
    parts.push(parseSequence(reader, depth, isOptional));
    markOptional(reader, start);
  }
  if (depth === 0) reader.translated.isAnchored = parts.every(({ sql }) => /^\\A(?![*+?{])/.test(sql));
  return { sql: parts.map(({ sql }) => sql).join("|"), isNullable: parts.some((part) => part.isNullable) };
}

/** Marks all groups from a given number onward as optional. */
function markOptional({ translated }: Reader, start: number): void {
  for (const group of translated.groups.slice(start)) group.isOptional = true;
}

function parseSequence(reader: Reader, depth: number, isOptional: boolean): Part {
  let sql = "";
  let isNullable = true;
  while (reader.at < reader.text.length && reader.text[reader.at] !== "|" && reader.text[reader.at] !== ")") {
    const before = reader.translated.groups.length;
    const isGroup = reader.text[reader.at] === "(";
    const isCapturing = /^\((?!\?(?!<[A-Za-z]))/.test(reader.text.slice(reader.at, reader.at + 4));
    const atom = parseAtom(reader, depth, isOptional);
    const times = parseQuantifier(reader);
    if (times === "") {
      sql += atom.sql;
      isNullable &&= atom.isNullable;
      continue;
    }
    if (atom.sql === "") throw invalid("repeats nothing");
    if (isGroup && atom.isNullable && !/^\?[?+]?$/.test(times))
      throw unavailable("repeated groups that can be empty");
    const inner = reader.translated.groups.slice(isCapturing ? before + 1 : before);
    if (reader.engine === "JavaScript" && inner.some(({ isOptional }) => isOptional))
      throw unavailable("groups that may not participate in a repeated group");
    const minimum = /^[*?]|^\{0/.test(times) ? 0 : 1;
    if (minimum === 0) markOptional(reader, before);
    if (reader.isBehind && !/^\{\d+\}$/.test(times)) throw unavailable("look-behind of any length");
    sql +=
      times.endsWith("+") && times !== "+" ? atomic(reader, atom.sql + times.slice(0, -1)) : atom.sql + times;
    isNullable &&= minimum === 0 || atom.isNullable;
  }
  return { sql, isNullable };
}

function parseQuantifier(reader: Reader): string {
  const match = /^(?:[*+?]|\{(\d+)(?:,(\d*))?\})/.exec(reader.text.slice(reader.at));
  if (!match) return "";
  const [minimum, maximum] = [Number(match[1] ?? 0), Number(match[2] || (match[1] ?? 0))];
  if (maximum < minimum) throw invalid("has a count with its larger number first");
  if (reader.engine === "RE2" && maximum > MAX_RE2_COUNT) throw unavailable("counts over 1,000");
  reader.at += match[0].length;
  let times = match[0];
  const next = reader.text[reader.at];
  if (next === "?") {
    times += "?";
    reader.at += 1;
  } else if (next === "+") {
    // As in Java, a counted repetition is not possessive.
    if (reader.engine === "RE2" || times.startsWith("{")) throw unavailable("possessive quantifiers");
    times += "+";
    reader.at += 1;
  }
  if (/^(?:[*+?]|\{\d+(?:,\d*)?\})/.test(reader.text.slice(reader.at)))
    throw unavailable("repeated quantifiers");
  return times;
}

function parseAtom(reader: Reader, depth: number, isOptional: boolean): Part {
  const character = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  reader.at += character.length;
  switch (character) {
    case "(":
      return parseGroup(reader, depth, isOptional);
    case "[":
      return { sql: parseClass(reader), isNullable: false };
    case "\\":
      return parseEscape(reader);
    case ".":
      if (reader.engine === "RE2") return { sql: ".", isNullable: false };
      return { sql: reader.isDotAll ? "[^]" : "[^\\n]", isNullable: false };
    case "^":
      reader.translated.hasPlaces = true;
      if (reader.engine === "JavaScript")
        return { sql: reader.isMultiline ? "(?:^|(?<=\\n)(?!$))" : "^", isNullable: true };
      if (reader.isMultiline) reader.translated.needsNoLastNewline = true;
      return { sql: reader.isMultiline ? "^" : "\\A", isNullable: true };
    case "$":
      reader.translated.hasPlaces = true;
      if (reader.engine === "JavaScript")
        return { sql: reader.isMultiline ? "(?=\\n|$)" : LAST, isNullable: true };
      reader.translated.needsNoLastNewline = true;
      return { sql: reader.isMultiline ? "$" : "\\z", isNullable: true };
    case "*":
    case "+":
    case "?":
      throw invalid(`has ${character} with nothing to repeat`);
    case "{":
    case "}":
    case "]":
      return { sql: `\\${character}`, isNullable: false };
    default:
      return { sql: character, isNullable: false };
  }
}

function parseGroup(reader: Reader, depth: number, isOptional: boolean): Part {
  const rest = reader.text.slice(reader.at);
  const outer = reader.isMultiline;
  const [around] = /^\?(?:[=!>]|<[=!])/.exec(rest) ?? [];
  if (around !== undefined) return parseAround(reader, depth, around);
  const [flags] = /^\?[a-zA-Z-]*[:)]/.exec(rest) ?? [];
  if (flags !== undefined) {
    reader.at += flags.length;
    if (!/^\?(?:[ims]*(?:-[ims]+)?)[:)]$/.test(flags)) throw unavailable(`flags ${flags.slice(1, -1)}`);
    if (reader.engine === "JavaScript") return parseFlags(reader, depth, isOptional, flags);
    const [on = "", off = ""] = flags.slice(1, -1).split("-");
    // Outside ASCII, the two engines disagree on case variants.
    if (on.includes("i") && [...reader.text].every((character) => character < "\u0080"))
      reader.translated.needsAsciiCases = true;
    else if (on.includes("i")) reader.translated.needsAscii = true;
    if (on.includes("m")) reader.isMultiline = true;
    if (off.includes("m")) reader.isMultiline = false;
    if (flags.endsWith(")")) return { sql: `(${flags}`, isNullable: true };
    const inner = parseAlternatives(reader, depth + 1, isOptional);
    reader.isMultiline = outer;
    closeGroup(reader);
    return { sql: `(${flags}${inner.sql})`, isNullable: inner.isNullable };
  }
  const [opening = "", name] = /^\?<([A-Za-z][A-Za-z0-9]*)>/.exec(rest) ?? [];
  if (opening === "" && rest.startsWith("?")) throw unavailable(`groups such as (${rest.slice(0, 2)}`);
  reader.at += opening.length;
  const group = { name, isOptional, isNullable: false, isClosed: false };
  reader.translated.groups.push(group);
  const inner = parseAlternatives(reader, depth + 1, isOptional);
  reader.isMultiline = outer;
  closeGroup(reader);
  group.isNullable = inner.isNullable;
  group.isClosed = true;
  const opened = reader.engine === "RE2" ? "(" : `(?<g${reader.translated.groups.indexOf(group) + 1}>`;
  return { sql: `${opened}${inner.sql})`, isNullable: inner.isNullable };
}

/** Parses a look-around or an atomic group. */
function parseAround(reader: Reader, depth: number, around: string): Part {
  if (reader.engine === "RE2") throw unavailable("look-around or atomic groups");
  if (reader.isBehind) throw unavailable("groups within a look-behind");
  reader.at += around.length;
  const outer = reader.isBehind;
  const before = reader.translated.groups.length;
  reader.isBehind = around.startsWith("?<");
  const inner = parseAlternatives(reader, depth + 1);
  reader.isBehind = outer;
  closeGroup(reader);
  if (around === "?>") return { sql: atomic(reader, inner.sql), isNullable: inner.isNullable };
  if (around.endsWith("!")) markOptional(reader, before);
  reader.translated.hasPlaces = true;
  return { sql: `(${around}${inner.sql})`, isNullable: true };
}

/** Parses a group with flags for JavaScript, which supports inline flags only in groups. */
function parseFlags(reader: Reader, depth: number, isOptional: boolean, flags: string): Part {
  if (flags.endsWith(")")) throw unavailable("flags after the start of a pattern: write (?i:…)");
  const [on = "", off = ""] = flags.slice(1, -1).split("-");
  const { isMultiline, isDotAll } = reader;
  if (on.includes("m")) reader.isMultiline = true;
  if (off.includes("m")) reader.isMultiline = false;
  if (on.includes("s")) reader.isDotAll = true;
  if (off.includes("s")) reader.isDotAll = false;
  // In Java, some letters become multiple letters in another case.
  if (on.includes("i")) reader.translated.needsAsciiCases = true;
  const inner = parseAlternatives(reader, depth + 1, isOptional);
  Object.assign(reader, { isMultiline, isDotAll });
  closeGroup(reader);
  const cases = on.includes("i") ? "?i:" : off.includes("i") ? "?-i:" : "?:";
  return { sql: `(${cases}${inner.sql})`, isNullable: inner.isNullable };
}

function closeGroup(reader: Reader): void {
  if (reader.text[reader.at] !== ")") throw invalid("has a parenthesis that is not closed");
  reader.at += 1;
}

function parseEscape(reader: Reader): Part {
  const letter = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  if (reader.at >= reader.text.length) throw invalid("ends with a backslash");
  reader.at += letter.length;
  if ("AzZbB".includes(letter)) reader.translated.hasPlaces = true;
  switch (letter) {
    case "A":
      if (reader.engine === "JavaScript") return { sql: "^", isNullable: true };
      return { sql: "\\A", isNullable: true };
    case "z":
      if (reader.engine === "JavaScript") return { sql: "$", isNullable: true };
      // Avoids \z, which stands for $ in the result and may be moved before a final newline.
      return { sql: "(?-m:$)", isNullable: true };
    case "Z":
      if (reader.engine === "JavaScript") return { sql: LAST, isNullable: true };
      reader.translated.needsNoLastNewline = true;
      return { sql: "\\z", isNullable: true };
    case "b":
    case "B":
      if (reader.engine === "JavaScript")
        return { sql: letter === "b" ? BOUNDARY : NO_BOUNDARY, isNullable: true };
      reader.translated.needsAsciiWords = true;
      return { sql: `\\${letter}`, isNullable: true };
    case "S":
      return { sql: `[^${WHITE}]`, isNullable: false };
    case "Q": {
      const end = reader.text.indexOf("\\E", reader.at);
      const quoted = reader.text.slice(reader.at, end < 0 ? undefined : end);
      reader.at = end < 0 ? reader.text.length : end + 2;
      // Quoted text is not grouped: a quantifier after it repeats only its last character.
      return {
        sql: quoted.replace(reader.engine === "RE2" ? /[^A-Za-z0-9_\s\u0080-\u{10ffff}]/gu : SYNTAX, "\\$&"),
        isNullable: quoted === "",
      };
    }
    default: {
      const referred = reader.engine === "JavaScript" ? referenceBack(reader, letter) : undefined;
      if (referred) return referred;
      const characters = classEscape(reader, letter);
      if (characters === undefined) {
        throw /\d/.test(letter) || letter === "k"
          ? unavailable("backreferences or octal escapes")
          : unavailable(`escape \\${letter}`);
      }
      // With (?i), JavaScript treats ſ and the Kelvin sign as s and k, and therefore as word characters.
      if (reader.engine === "JavaScript" && /^\\w$/i.test(characters))
        return { sql: `(?-i:${characters})`, isNullable: false };
      return {
        sql: characters === WHITE || characters.startsWith("[:") ? `[${characters}]` : characters,
        isNullable: false,
      };
    }
  }
}
