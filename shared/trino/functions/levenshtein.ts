import { Refusal } from "../sqlError.ts";

/** Maximum product of the longer length and the shorter length minus one, in characters, as in Trino. */
export const MAX_DISTANCE_CELLS = 1_000_000;

export const DISTANCE_TOO_LARGE =
  "The strings passed to levenshtein_distance are too long: the product of their lengths exceeds 1,000,000";

/** Number of characters of the pattern in one block of bits. */
const BITS = 32;
/** Positions of each character of the current part of the pattern, as bits; zero for all other characters. */
const places = new Int32Array(0x10000);
/** Part of the pattern with characters in `places`. */
let current = "";
/** For each column, the difference along the last row of the previous block: 1, 0 or -1. */
let carries = new Int8Array(1_024);

/** Returns the minimum number of characters to insert, delete or replace to make two strings equal. */
export function levenshtein(text: string, other: string): number {
  const isWide = SURROGATE.test(text) || SURROGATE.test(other);
  const lengths = isWide ? [pointsIn(text), pointsIn(other)] : [text.length, other.length];
  const [length = 0, otherLength = 0] = lengths;
  const [longer, shorter] = length < otherLength ? [other, text] : [text, other];
  const [maxLength, minLength] = [Math.max(length, otherLength), Math.min(length, otherLength)];
  if (minLength === 0) return maxLength;
  if (maxLength * (minLength - 1) > MAX_DISTANCE_CELLS) throw new Refusal(DISTANCE_TOO_LARGE);
  const [of, pattern] = isWide ? renumbered(longer, shorter) : [longer, shorter];
  return minLength <= BITS ? distanceInBits(of, pattern) : distanceInBlocks(of, pattern);
}

const SURROGATE = /[\ud800-\udfff]/;

function pointsIn(text: string): number {
  let points = 0;
  for (const _ of text) points += 1;
  return points;
}

/** Unit for all code points that the pattern does not contain; the pattern has fewer than 65,535 code points. */
const OTHER = "\uffff";

/** Returns the text and the pattern, each with one unit per code point. */
function renumbered(text: string, pattern: string): [string, string] {
  const units = new Map<string, string>();
  for (const point of pattern) if (!units.has(point)) units.set(point, String.fromCharCode(units.size));
  const read = (whole: string): string => {
    let written = "";
    for (const point of whole) written += units.get(point) ?? OTHER;
    return written;
  };
  return [read(text), read(pattern)];
}

/**
 * Computes the differences between neighboring cells of the matrix, 32 rows at a time (Hyyrö 2003, "A bit-vector algorithm for
 * computing Levenshtein and Damerau edit distances"). The bits of `up` and `down` mark rows with a value one more or one less
 * than in the row above.
 */
function distanceInBits(text: string, pattern: string): number {
  setPlaces(pattern);
  const last = 1 << (pattern.length - 1);
  let up = -1;
  let down = 0;
  let score = pattern.length;
  for (let index = 0; index < text.length; index += 1) {
    const same = places[text.charCodeAt(index)] as number;
    const vertical = same | down;
    const horizontal = (((same & up) + up) ^ up) | same;
    const more = down | ~(horizontal | up);
    const less = up & horizontal;
    if ((more & last) !== 0) score += 1;
    else if ((less & last) !== 0) score -= 1;
    const shifted = (more << 1) | 1;
    up = (less << 1) | ~(vertical | shifted);
    down = shifted & vertical;
  }
  return score;
}

/** Computes one block of rows after the other, each over the whole text. */
function distanceInBlocks(text: string, pattern: string): number {
  if (carries.length < text.length) carries = new Int8Array(text.length);
  carries.fill(1, 0, text.length);
  let score = pattern.length;
  for (let from = 0; from < pattern.length; from += BITS) {
    const part = pattern.slice(from, from + BITS);
    setPlaces(part);
    const last = 1 << (part.length - 1);
    let up = -1;
    let down = 0;
    for (let index = 0; index < text.length; index += 1) {
      const carry = carries[index] as number;
      const matchBits = places[text.charCodeAt(index)] as number;
      const same = matchBits | (carry >>> 31);
      const vertical = matchBits | down;
      const horizontal = (((same & up) + up) ^ up) | same;
      const more = down | ~(horizontal | up);
      const less = up & horizontal;
      carries[index] = (more & last) !== 0 ? 1 : (less & last) !== 0 ? -1 : 0;
      const shiftedMore = (more << 1) | (carry > 0 ? 1 : 0);
      const shiftedLess = (less << 1) | (carry >>> 31);
      up = shiftedLess | ~(vertical | shiftedMore);
      down = shiftedMore & vertical;
    }
  }
  for (let index = 0; index < text.length; index += 1) score += carries[index] as number;
  return score;
}

/** Replaces the characters in `places`. A deadline may stop a call at any point; the next call then clears them again. */
function setPlaces(part: string): void {
  for (let index = 0; index < current.length; index += 1) places[current.charCodeAt(index)] = 0;
  current = part;
  for (let index = 0; index < part.length; index += 1) {
    const unit = part.charCodeAt(index);
    places[unit] = (places[unit] as number) | (1 << index);
  }
}
