import { classEscape, parseClass, WHITE } from "./regexClasses.ts";
import { invalid, type Part, type Reader, type TranslatedRegex, unavailable } from "./regexReader.ts";

/** Translates a pattern of Trino (Java's syntax) for RE2. Throws for what RE2 cannot say. */
export function translateRegex(text: string): TranslatedRegex {
  const found: TranslatedRegex = {
    pattern: "",
    isNullable: true,
    isAnchored: false,
    hasPlaces: false,
    groups: [],
    needsNoLastNewline: false,
    needsAscii: false,
    needsAsciiWords: false,
    needsAsciiCases: false,
  };
  const reader: Reader = { text, at: 0, found, isMultiline: false };
  const { sql, isNullable } = parseAlternatives(reader, 0);
  if (reader.at < text.length) throw invalid("has a closing parenthesis too many");
  return { ...found, pattern: sql, isNullable };
}

const MAX_DEPTH = 100;

function parseAlternatives(reader: Reader, depth: number, isOptional = false): Part {
  if (depth > MAX_DEPTH) throw invalid("nests too deeply");
  const start = reader.found.groups.length;
  const parts = [parseSequence(reader, depth, isOptional)];
  while (reader.text[reader.at] === "|") {
    reader.at += 1;
    parts.push(parseSequence(reader, depth, isOptional));
  }
  if (depth === 0) reader.found.isAnchored = parts.every(({ sql }) => /^\\A(?![*+?{])/.test(sql));
  if (parts.length > 1) for (const group of reader.found.groups.slice(start)) group.isOptional = true;
  return { sql: parts.map(({ sql }) => sql).join("|"), isNullable: parts.some((part) => part.isNullable) };
}

function parseSequence(reader: Reader, depth: number, isOptional: boolean): Part {
  let sql = "";
  let isNullable = true;
  while (reader.at < reader.text.length && reader.text[reader.at] !== "|" && reader.text[reader.at] !== ")") {
    const before = reader.found.groups.length;
    const isGroup = reader.text[reader.at] === "(";
    const atom = parseAtom(reader, depth, isOptional);
    const times = parseQuantifier(reader);
    if (times === "") {
      sql += atom.sql;
      isNullable &&= atom.isNullable;
      continue;
    }
    if (atom.sql === "") throw invalid("repeats nothing");
    if (isGroup && atom.isNullable && !/^\?\??$/.test(times))
      throw unavailable("repeated groups that can be empty");
    const least = /^[*?]|^\{0/.test(times) ? 0 : 1;
    if (least === 0) for (const group of reader.found.groups.slice(before)) group.isOptional = true;
    sql += atom.sql + times;
    isNullable &&= least === 0 || atom.isNullable;
  }
  return { sql, isNullable };
}

function parseQuantifier(reader: Reader): string {
  const match = /^(?:[*+?]|\{\d+(?:,\d*)?\})/.exec(reader.text.slice(reader.at));
  if (!match) return "";
  reader.at += match[0].length;
  let times = match[0];
  const next = reader.text[reader.at];
  if (next === "?") {
    times += "?";
    reader.at += 1;
  } else if (next === "+") throw unavailable("possessive quantifiers");
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
    case "^":
      reader.found.hasPlaces = true;
      if (reader.isMultiline) reader.found.needsNoLastNewline = true;
      return { sql: reader.isMultiline ? "^" : "\\A", isNullable: true };
    case "$":
      reader.found.hasPlaces = true;
      reader.found.needsNoLastNewline = true;
      return { sql: reader.isMultiline ? "$" : "\\z", isNullable: true };
    case "*":
    case "+":
    case "?":
      throw invalid(`repeats nothing with ${character}`);
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
  if (/^\?(?:[=!>]|<[=!])/.test(rest)) throw unavailable("look-around or atomic groups");
  const [flags] = /^\?[a-zA-Z-]*[:)]/.exec(rest) ?? [];
  if (flags !== undefined) {
    reader.at += flags.length;
    if (!/^\?(?:[ims]*(?:-[ims]+)?)[:)]$/.test(flags)) throw unavailable(`flags ${flags.slice(1, -1)}`);
    const [on = "", off = ""] = flags.slice(1, -1).split("-");
    // Beyond ASCII, the two know different cases.
    if (on.includes("i") && [...reader.text].every((one) => one < "\u0080"))
      reader.found.needsAsciiCases = true;
    else if (on.includes("i")) reader.found.needsAscii = true;
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
  const group = { name, isOptional, isNullable: false };
  reader.found.groups.push(group);
  const inner = parseAlternatives(reader, depth + 1, isOptional);
  reader.isMultiline = outer;
  closeGroup(reader);
  group.isNullable = inner.isNullable;
  return { sql: `(${inner.sql})`, isNullable: inner.isNullable };
}

function closeGroup(reader: Reader): void {
  if (reader.text[reader.at] !== ")") throw invalid("has a parenthesis that is not closed");
  reader.at += 1;
}

function parseEscape(reader: Reader): Part {
  const letter = String.fromCodePoint(reader.text.codePointAt(reader.at) ?? 0);
  if (reader.at >= reader.text.length) throw invalid("ends with a backslash");
  reader.at += letter.length;
  if ("AzZbB".includes(letter)) reader.found.hasPlaces = true;
  switch (letter) {
    case "A":
    case "z":
      return { sql: `\\${letter}`, isNullable: true };
    case "Z":
      reader.found.needsNoLastNewline = true;
      return { sql: "\\z", isNullable: true };
    case "b":
    case "B":
      reader.found.needsAsciiWords = true;
      return { sql: `\\${letter}`, isNullable: true };
    case "S":
      return { sql: `[^${WHITE}]`, isNullable: false };
    case "Q": {
      const end = reader.text.indexOf("\\E", reader.at);
      const quoted = reader.text.slice(reader.at, end < 0 ? undefined : end);
      reader.at = end < 0 ? reader.text.length : end + 2;
      return {
        sql: `(?:${quoted.replace(/[^A-Za-z0-9_\s\u0080-\u{10ffff}]/gu, "\\$&")})`,
        isNullable: quoted === "",
      };
    }
    default: {
      const found = classEscape(reader, letter);
      if (found === undefined) {
        throw /\d/.test(letter) || letter === "k"
          ? unavailable("references back to a group, nor octal escapes")
          : unavailable(`escape \\${letter}`);
      }
      return { sql: found === WHITE || found.startsWith("[:") ? `[${found}]` : found, isNullable: false };
    }
  }
}
