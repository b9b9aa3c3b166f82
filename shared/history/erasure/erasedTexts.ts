import { ERASED, type HasErased } from "#shared/domain/erasures/erasedText.ts";

/** Minimum length of a string to search for in sentences and queries, in characters: shorter strings are common words. */
export const MIN_LENGTH = 4;
/** Number of leading characters used to compare strings, because sentences truncate long values. */
const COMPARED_LENGTH = 60;

/** Minimum number of digits of a number to search for: the first for numbers with decimals, the second for integers. */
export const MIN_DIGITS = 5;
const MIN_WHOLE_DIGITS = 7;

/** Returns the shortest spelling of a number that JavaScript represents exactly; null for other strings. */
function numberText(text: string): string | null {
  if (text.length > COMPARED_LENGTH || !/^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return null;
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? text : String(value);
}

/** Returns how the table may have stored a number with separators or a percent sign: `1,234,567`, `12,34567`, `95.1234%`. */
function spellingsOf(number: string): string[] {
  const digits = number.replace("%", "");
  const spellings = [digits.replaceAll(",", ""), digits.replaceAll(".", "").replace(",", ".")];
  if (digits === number) return spellings;
  return spellings.flatMap((spelling) => [
    spelling,
    String(Number((Number(spelling) / 100).toPrecision(15))),
  ]);
}

/** Strings and long numbers that only occur in erased rows. They are only kept in memory. */
export class ErasedTexts {
  readonly #texts = new Set<string>();
  readonly #constants = new Set<string>();

  get size(): number {
    return this.#texts.size;
  }

  /** Adds a string. A short one is only added if the condition names it. */
  add(text: string): void {
    if (text.length >= MIN_LENGTH || this.#constants.has(text))
      this.#texts.add(text.slice(0, COMPARED_LENGTH));
  }

  /** Strings and numbers that the condition compares values with. */
  get constants(): ReadonlySet<string> {
    return this.#constants;
  }

  /** Adds the strings, numbers and constants of another search. */
  join(other: ErasedTexts): void {
    for (const text of other.#texts) this.#texts.add(text);
    this.addConstants(other.#constants);
  }

  addConstants(constants: Iterable<string>): void {
    for (const constant of constants) this.#constants.add(constant);
  }

  /** Tells whether a name or a description contains one of the strings: surrounded by any characters other than letters and digits. */
  areInName(text: string): boolean {
    return this.areIn(text) || this.#hasSpan(text, (span) => this.is(span));
  }

  /** Tells whether a text contains one of the strings, or a constant of the condition, even if other rows contain it, too. */
  areQuoted(text: string): boolean {
    return this.areInName(text) || this.#hasSpan(text, (span) => this.#constants.has(span));
  }

  /** Tells whether a part of a text that starts and ends at the edge of a word is wanted. */
  #hasSpan(text: string, isWanted: (span: string) => boolean): boolean {
    const words = [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map(({ index, 0: word }) => ({
      start: index,
      end: index + word.length,
    }));
    return words.some(({ start }, first) => {
      for (let last = first; last < words.length; last += 1) {
        const end = (words[last] as { end: number }).end;
        if (isWanted(text.slice(start, end))) return true;
        // Longer strings are compared by their first characters.
        if (end - start >= COMPARED_LENGTH) return false;
      }
      return false;
    });
  }

  /** Adds a number if it is long enough to be distinctive: a short number may be a count, a line or a concentration. */
  addNumber(stated: string): void {
    // The engine writes an integer in a floating-point column with a decimal.
    const text = stated.replace(/\.0$/, "");
    const digits = text.replace(/e.*$/i, "").replace(/\D/g, "").replace(/^0+/, "").length;
    if (digits >= (/[.e]/i.test(text) ? MIN_DIGITS : MIN_WHOLE_DIGITS)) this.add(numberText(text) ?? text);
  }

  /** Tells whether a value is one of the strings, or another spelling of one of the numbers (`3.141590`). */
  is(value: unknown): boolean {
    if (typeof value !== "string") return false;
    return this.#texts.has(value.slice(0, COMPARED_LENGTH)) || this.#texts.has(numberText(value) ?? "");
  }

  /** Tells whether a sentence or a query quotes one of the strings, or contains one as a word. */
  areIn(text: string): boolean {
    if (this.#texts.size === 0) return false;
    if (this.is(text)) return true;
    for (const [, double, single] of text.matchAll(/"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'/g)) {
      if (this.is(double ?? single?.replaceAll("''", "'"))) return true;
    }
    if (text.split(/[\s"'(),;:=<>]+/).some((word) => this.is(word.replace(/[….]+$/, "")))) return true;
    for (const [number] of text.matchAll(/[+-]?\d[\d.,]*[\d%]/g)) {
      if (spellingsOf(number).some((spelling) => this.is(spelling))) return true;
    }
    return false;
  }
}

/** Replaces each string in a JSON value that contains an erased one. */
export function withoutErased(value: unknown, has: HasErased): unknown {
  if (typeof value === "string") return has(value) ? ERASED : value;
  if (Array.isArray(value)) return value.map((item) => withoutErased(item, has));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutErased(inner, has)]));
}
