import { type Part, type Reader, unavailable } from "./regexReader.ts";

/** End of the text, or the position before a final newline. */
export const LAST = "(?=\\n?$)";
const WORD = "[\\p{L}\\p{M}\\p{N}\\p{Pc}]";
/** Word boundaries; JavaScript recognizes only ASCII word characters. */
export const BOUNDARY = `(?:(?<=${WORD})(?!${WORD})|(?<!${WORD})(?=${WORD}))`;
export const NO_BOUNDARY = `(?:(?<=${WORD})(?=${WORD})|(?<!${WORD})(?!${WORD}))`;
/** Characters that JavaScript treats as syntax and that may be escaped. */
export const SYNTAX = /[\^$\\.*+?()[\]{}|/]/g;

/** Reads flags that apply to the whole pattern; JavaScript specifies them separately from the pattern. */
export function readFirstFlags(reader: Reader): void {
  const [whole = "", flags = ""] = /^\(\?([ims]+)\)/.exec(reader.text) ?? [];
  reader.at = whole.length;
  reader.translated.ignoresCase = flags.includes("i");
  reader.isMultiline = flags.includes("m");
  reader.isDotAll = flags.includes("s");
}

/** Writes an atomic group, which JavaScript lacks, as a look-ahead, which is never backtracked into. */
export function atomic(reader: Reader, sql: string): string {
  reader.atomics += 1;
  return `(?:(?=(?<a${reader.atomics}>${sql}))\\k<a${reader.atomics}>)`;
}

/**
 * Reads a group reference, which requires the group to have matched; in JavaScript, a reference to an unmatched group matches
 * the empty string.
 */
export function referenceBack(reader: Reader, letter: string): Part | undefined {
  if (!/[1-9k]/.test(letter)) return undefined;
  const { groups } = reader.translated;
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
