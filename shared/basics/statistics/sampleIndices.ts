import type { Random } from "./random.ts";

/** Draws at most `most` of the indices 0 … count − 1 without replacement, in ascending order. */
export function sampleIndices(count: number, most: number, random: Random): Uint32Array {
  const indices = Uint32Array.from({ length: count }, (_, index) => index);
  if (count <= most) return indices;
  for (let place = 0; place < most; place += 1) {
    const other = place + random.integer(count - place);
    const kept = indices[place]!;
    indices[place] = indices[other]!;
    indices[other] = kept;
  }
  return indices.slice(0, most).sort();
}
