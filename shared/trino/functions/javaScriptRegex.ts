import { type Part, type Reader, unavailable } from "./regexReader.ts";

/** The end of a text, or the newline before it. */
export const LAST = "(?=\\n?$)";
const WORD = "[\\p{L}\\p{M}\\p{N}\\p{Pc}]";
/** Boundaries of words, which are those of ASCII alone in JavaScript. */
export const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
export const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
/** Characters that JavaScript reads as syntax, and lets escape. */
export const SYNTAX = /[\^$\\.*+?()[\]{}|/]/g;

/** Reads flags that hold for the whole pattern, which JavaScript has beside it. */
export function readFirstFlags(reader: Reader): void {
  const [whole = "", flags = ""] = /^\(\?([ims]+)\)/.exec(reader.text) ?? [];
  reader.at = whole.length;
  reader.found.ignoresCase = flags.includes("i");
  reader.isMultiline = flags.includes("m");
  reader.isDotAll = flags.includes("s");
}

/** Writes an atomic group, which JavaScript has not: a look-ahead is never tried again. */
export function atomic(reader: Reader, sql: string): string {
  reader.atomics += 1;
  return `(?:(?=(?<a${reader.atomics}>${sql}))\\k<a${reader.atomics}>)`;
}

/** Reads a reference to a group, which must have matched: one without a part in the match is empty in JavaScript. */
export function referenceBack(reader: Reader, letter: string): Part | undefined {
  if (!/[1-9k]/.test(letter)) return undefined;
  const { groups } = reader.found;
  const rest = reader.text.slice(reader.at);
  let number = Number(letter);
  if (letter === "k") {
    const [whole = "", name] = /^<([A-Za-z][A-Za-z0-9]*)>/.exec(rest) ?? [];
    number = groups.findIndex((group) => group.name === name) + 1;
    reader.at += whole.length;
  } else {
    for (const digit of /^\d*/.exec(rest)?.[0] ?? "") {
      if (number * 10 + Number(digit) > groups.length) break;
      number = number * 10 + Number(digit);
      reader.at += 1;
    }
  }
  const group = groups[number - 1];
  if (!group?.isClosed) throw unavailable("backreferences to a group that is not yet closed");
  if (group.isOptional) throw unavailable("backreferences to a group that may not participate in the match");
  if (reader.isBehind) throw unavailable("references within a look-behind");
  return { sql: `\\k<g${number}>`, isNullable: group.isNullable };
}
