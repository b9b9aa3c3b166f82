import { MAX_WORD_LENGTH } from "../readSequence.ts";

/**
 * Result of a fast check of a cell's bytes, which accepts the most common notations of a value and leaves all others to the
 * complete rules of the type's grammar. It never accepts a string that the complete rules reject, and agrees with them on
 * zeros.
 */
export type FastCheck = "value" | "zero" | "unsure";

const ZERO = 0x30;
const MINUS = 0x2d;
const POINT = 0x2e;
const COMMA = 0x2c;
/**
 * Bit that distinguishes ASCII lower-case letters from upper-case ones. Setting it never turns other characters into
 * lower-case letters.
 */
const LOWER_CASE = 0x20;
const TRUE = Buffer.from("true");
const FALSE = Buffer.from("false");

/** Accepts up to 18 digits with an optional minus sign, which are always within INT64. */
export function looksLikeInteger(bytes: Uint8Array, start: number, end: number): FastCheck {
  let at = start;
  if (bytes[at] === MINUS) at++;
  if (at >= end || end - at > 18) return "unsure";
  let any = 0;
  for (; at < end; at++) {
    const digit = (bytes[at] as number) - ZERO;
    if (digit < 0 || digit > 9) return "unsure";
    any |= digit;
  }
  return any === 0 ? "zero" : "value";
}

/** Accepts digits with at most one decimal point, few enough to stay within FLOAT64. */
export function looksLikeDecimal(bytes: Uint8Array, start: number, end: number): FastCheck {
  return looksLikeNumber(bytes, start, end, POINT);
}

/** Accepts digits with at most one decimal comma, few enough to stay within FLOAT64. */
export function looksLikeCommaDecimal(bytes: Uint8Array, start: number, end: number): FastCheck {
  return looksLikeNumber(bytes, start, end, COMMA);
}

function looksLikeNumber(bytes: Uint8Array, start: number, end: number, sign: number): FastCheck {
  let at = start;
  if (bytes[at] === MINUS) at++;
  if (at >= end || end - at > 40) return "unsure";
  let any = 0;
  let digits = 0;
  let points = 0;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte === sign) {
      if (points++ > 0) return "unsure";
      continue;
    }
    const digit = byte - ZERO;
    if (digit < 0 || digit > 9) return "unsure";
    any |= digit;
    digits++;
  }
  if (digits === 0) return "unsure";
  return any === 0 ? "zero" : "value";
}

/** Accepts `true` and `false` in any case, `1` and `0`. */
export function looksLikeBoolean(bytes: Uint8Array, start: number, end: number): FastCheck {
  const length = end - start;
  if (length === 1) return bytes[start] === ZERO || bytes[start] === ZERO + 1 ? "value" : "unsure";
  const word = length === 4 ? TRUE : FALSE;
  if (length !== word.length) return "unsure";
  for (let index = 0; index < length; index++) {
    if (((bytes[start + index] as number) | LOWER_CASE) !== word[index]) return "unsure";
  }
  return "value";
}

/** Returns a check that accepts sequences in an ASCII alphabet that are too long to be words. */
export function looksLikeSequence(alphabet: string) {
  const allowed = new Uint8Array(256);
  for (const byte of Buffer.from(alphabet)) allowed[byte] = 1;
  return (bytes: Uint8Array, start: number, end: number): FastCheck => {
    if (end - start <= MAX_WORD_LENGTH) return "unsure";
    for (let at = start; at < end; at++) if (allowed[bytes[at] as number] === 0) return "unsure";
    return "value";
  };
}
