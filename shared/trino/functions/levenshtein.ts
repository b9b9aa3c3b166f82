import { Refusal } from "#shared/trino/sqlError.ts";

/** Maximum product of the longer length and the shorter length minus one, in characters, as in Trino. */
export const MAX_DISTANCE_CELLS = 1_000_000;

export const DISTANCE_TOO_LARGE =
  "The texts of levenshtein_distance are too long: the product of their lengths exceeds 1,000,000";

/** Number of rows of the matrix in one block of bits. */
const BITS = 32;

/** Returns the minimum number of characters to insert, delete or replace to make two strings equal. */
export function levenshtein(text: string, other: string): number {
  const [longer, shorter] = [pointsOf(text), pointsOf(other)].sort((a, b) => b.length - a.length) as [
    Uint32Array,
    Uint32Array,
  ];
  if (shorter.length === 0) return longer.length;
  if (longer.length * (shorter.length - 1) > MAX_DISTANCE_CELLS) throw new Refusal(DISTANCE_TOO_LARGE);
  return longer.length * shorter.length <= MAX_PLAIN_CELLS
    ? plainDistance(longer, shorter)
    : distance(longer, shorter);
}

/** Maximum number of cells that are computed one by one: blocks of bits only pay off for longer strings. */
const MAX_PLAIN_CELLS = 500;

function plainDistance(longer: Uint32Array, shorter: Uint32Array): number {
  const row = new Uint32Array(shorter.length);
  for (let j = 0; j < row.length; j += 1) row[j] = j + 1;
  for (let i = 0; i < longer.length; i += 1) {
    let left = i + 1;
    let diagonal = i;
    for (let j = 0; j < shorter.length; j += 1) {
      const above = row[j] as number;
      left = longer[i] === shorter[j] ? diagonal : 1 + Math.min(left, above, diagonal);
      diagonal = above;
      row[j] = left;
    }
  }
  return row[shorter.length - 1] as number;
}

/** Returns the code points of a string. */
function pointsOf(text: string): Uint32Array {
  const points = new Uint32Array(text.length);
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) as number;
    points[count] = point;
    count += 1;
    if (point > 0xffff) index += 1;
  }
  return points.subarray(0, count);
}

/**
 * Computes the differences between neighboring cells of the matrix, 32 rows at a time (Hyyrö 2003, "A bit-vector algorithm for
 * computing Levenshtein and Damerau edit distances"). The bits of `up` and `down` mark rows with a value one more or one less
 * than in the row above; `carry` is the difference along the last row of a block.
 */
function distance(text: Uint32Array, pattern: Uint32Array): number {
  const blocks = Math.ceil(pattern.length / BITS);
  const equal = placesOf(pattern, blocks);
  const none = new Int32Array(blocks);
  const up = new Int32Array(blocks).fill(-1);
  const down = new Int32Array(blocks);
  const last = 1 << ((pattern.length - 1) % BITS);
  let score = pattern.length;
  for (const point of text) {
    const places = equal.get(point) ?? none;
    let carry = 1;
    for (let block = 0; block < blocks; block += 1) {
      const above = up[block] as number;
      const below = down[block] as number;
      const same = (places[block] as number) | (carry < 0 ? 1 : 0);
      const vertical = (places[block] as number) | below;
      const horizontal = (((same & above) + above) ^ above) | same;
      const more = below | ~(horizontal | above);
      const less = above & horizontal;
      const end = block === blocks - 1 ? last : 1 << (BITS - 1);
      const shiftedMore = (more << 1) | (carry > 0 ? 1 : 0);
      const shiftedLess = (less << 1) | (carry < 0 ? 1 : 0);
      up[block] = shiftedLess | ~(vertical | shiftedMore);
      down[block] = shiftedMore & vertical;
      carry = (more & end) !== 0 ? 1 : (less & end) !== 0 ? -1 : 0;
    }
    score += carry;
  }
  return score;
}

/** Returns the positions of each character of a pattern, as bits. */
function placesOf(pattern: Uint32Array, blocks: number): Map<number, Int32Array> {
  const places = new Map<number, Int32Array>();
  for (const [index, point] of pattern.entries()) {
    let bits = places.get(point);
    if (!bits) {
      bits = new Int32Array(blocks);
      places.set(point, bits);
    }
    const block = Math.floor(index / BITS);
    bits[block] = (bits[block] as number) | (1 << (index % BITS));
  }
  return places;
}
