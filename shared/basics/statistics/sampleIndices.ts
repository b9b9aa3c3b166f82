import type { Random } from "./random.ts";

/** Draws at most `maximum` of the indices 0 … count − 1 without replacement, in ascending order. */
export function sampleIndices(count: number, maximum: number, random: Random): Uint32Array {
  const indices = Uint32Array.from({ length: count }, (_, index) => index);
  if (count <= maximum) return indices;
  for (let index = 0; index < maximum; index += 1) {
    const other = index + random.integer(count - index);
    const kept = indices[index]!;
    indices[index] = indices[other]!;
    indices[other] = kept;
  }
  return indices.slice(0, maximum).sort();
}
