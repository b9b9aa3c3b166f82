import { Refusal } from "#shared/trino/sqlError.ts";

/** Maximum product of the longer length and the shorter length minus one, in characters, as in Trino. */
export const MAX_DISTANCE_CELLS = 1_000_000;

export const DISTANCE_TOO_LARGE =
  "The texts of levenshtein_distance are too long: their lengths have a product over 1,000,000";

/** Returns the number of characters to insert, delete or replace that makes two texts equal. */
export function levenshtein(text: string, other: string): number {
  const [longer, shorter] = [pointsOf(text), pointsOf(other)].sort((a, b) => b.length - a.length) as [
    Uint32Array,
    Uint32Array,
  ];
  if (shorter.length === 0) return longer.length;
  if (longer.length * (shorter.length - 1) > MAX_DISTANCE_CELLS) throw new Refusal(DISTANCE_TOO_LARGE);
  const row = Uint32Array.from(shorter, (_, index) => index + 1);
  for (let i = 0; i < longer.length; i += 1) {
    const character = longer[i];
    let left = i + 1;
    let diagonal = i;
    for (let j = 0; j < shorter.length; j += 1) {
      const above = row[j] as number;
      left = character === shorter[j] ? diagonal : 1 + Math.min(left, above, diagonal);
      diagonal = above;
      row[j] = left;
    }
  }
  return row[shorter.length - 1] as number;
}

/** Returns the code points of a text. */
function pointsOf(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0) as number);
}
