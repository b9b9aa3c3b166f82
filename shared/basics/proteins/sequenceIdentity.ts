import { singleGap } from "./singleGap.ts";

/**
 * Returns the share of residues that two sequences have in common, from 0 to 1, relative to the longer one. Sequences of equal
 * length are compared position by position, as in models; others are compared with a single gap.
 */
export function sequenceIdentity(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  return length === 0 ? 1 : singleGap(one, other).same / length;
}

/**
 * Returns the same share but allows any number of gaps: the longest common subsequence, computed with Hyyrö's bit-parallel
 * algorithm.
 */
export function gappedIdentity(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  if (length === 0) return 1;
  const all = (1n << BigInt(one.length)) - 1n;
  const places = new Map<string, bigint>();
  for (const [at, residue] of [...one].entries()) {
    places.set(residue, (places.get(residue) ?? 0n) | (1n << BigInt(at)));
  }
  let row = all;
  for (const residue of other) {
    const matches = row & (places.get(residue) ?? 0n);
    row = ((row + matches) | (row - matches)) & all;
  }
  const common = one.length - [...row.toString(2)].filter((bit) => bit === "1").length;
  return common / length;
}
