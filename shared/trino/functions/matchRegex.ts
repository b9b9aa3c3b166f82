import { Refusal } from "../sqlError.ts";
import type { TranslatedRegex } from "./regexReader.ts";
import { translateRegex } from "./translateRegex.ts";

/** Trino pattern compiled for JavaScript. */
export interface CompiledRegex {
  expression: RegExp;
  translated: TranslatedRegex;
  /** Index of each pattern group among the groups of the compiled expression, which has more. */
  places: number[];
}

/** Maximum number of compiled patterns in the cache; a column may contain many patterns. */
const MAX_KEPT = 200;
const kept = new Map<string, CompiledRegex>();

/** Compiles a pattern, or returns the cached result. Throws a Refusal for a pattern that JavaScript cannot express. */
export function compileRegex(pattern: string): CompiledRegex {
  const cached = kept.get(pattern);
  if (cached) return cached;
  const translated = translateRegex(pattern, "JavaScript");
  if ((translated.ignoresCase || translated.needsAsciiCases) && UNEQUAL_CASES.test(pattern))
    throw new Refusal("A regular expression with (?i) cannot contain ß, ligatures or similar letters");
  const compiled = { expression: expressionOf(translated), translated, places: placesOf(translated) };
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(pattern, compiled);
  return compiled;
}

function expressionOf({ pattern, ignoresCase }: TranslatedRegex): RegExp {
  try {
    return new RegExp(pattern, ignoresCase ? "giu" : "gu");
  } catch {
    throw new Refusal("This regular expression is not valid, or not available here");
  }
}

function placesOf({ pattern }: TranslatedRegex): number[] {
  const names = [...pattern.matchAll(/\(\?<([ag]\d+)>/g)].map(([, name]) => `${name}`);
  return names.flatMap((name, index) => (name.startsWith("g") ? [index + 1] : []));
}

/** Letters that become several letters in another case: Java matches ß with ss, JavaScript and RE2 do not. */
export const UNEQUAL_CASES =
  /[\u00df\u0130\u0149\u01f0\u0390\u03b0\u0587\u1e96-\u1e9e\u1f50-\u1f56\u1f80-\u1fff\ufb00-\ufb17]/;

/** Throws for a string in which JavaScript would find different matches than Trino. */
export function checkText(text: string, { translated }: CompiledRegex): void {
  const { needsAscii, needsAsciiWords, needsAsciiCases, ignoresCase } = translated;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: It tells ASCII from all other characters.
  if ((needsAscii || needsAsciiWords) && /[^\x00-\x7f]/.test(text))
    throw new Refusal("Only ASCII texts can be searched with classes such as [:alpha:] or [:space:]");
  if ((ignoresCase || needsAsciiCases) && UNEQUAL_CASES.test(text))
    throw new Refusal("Texts with ß, ligatures or similar letters cannot be searched with (?i)");
}

/** Yields the matches in a string from a position onward. After an empty match, the search advances by one character. */
export function* matchesOf(text: string, regex: CompiledRegex, from = 0): Generator<RegExpExecArray> {
  const { expression } = regex;
  let next = from;
  while (next <= text.length) {
    expression.lastIndex = next;
    const match = expression.exec(text);
    if (match === null) return;
    const end = match.index + match[0].length;
    yield match;
    next = match[0] === "" ? end + ((text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1) : end;
  }
}

/** Returns the text of a group in a match; null if the group did not participate. */
export function groupText(match: RegExpExecArray, group: number, { places }: CompiledRegex): string | null {
  if (group < 0 || group > places.length)
    throw new Refusal(
      `The regular expression has ${places.length} groups, so the group must be a number from 0 to the number of groups`,
    );
  return match[group === 0 ? 0 : (places[group - 1] as number)] ?? null;
}
