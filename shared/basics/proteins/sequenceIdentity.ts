import { singleGap } from "./singleGap.ts";

/**
 * Returns the share of residues that two sequences have in common, from 0 to 1, relative to the longer one. Sequences of equal
 * length are compared position by position, as in models; others are compared with a single gap.
 */
export function sequenceIdentity(first: string, second: string): number {
  const length = Math.max(first.length, second.length);
  return length === 0 ? 1 : singleGap(first, second).same / length;
}

/**
 * Returns the same share but allows any number of gaps: the longest common subsequence, computed with Hyyrö's bit-parallel
 * algorithm.
 */
export function gappedIdentity(first: string, second: string): number {
  const length = Math.max(first.length, second.length);
  if (length === 0) return 1;
  const all = (1n << BigInt(first.length)) - 1n;
  const places = new Map<string, bigint>();
  for (const [at, residue] of [...first].entries()) {
    places.set(residue, (places.get(residue) ?? 0n) | (1n << BigInt(at)));
  }
  let row = all;
  for (const residue of second) {
    const matches = row & (places.get(residue) ?? 0n);
    row = ((row + matches) | (row - matches)) & all;
  }
  const common = first.length - [...row.toString(2)].filter((bit) => bit === "1").length;
  return common / length;
}
