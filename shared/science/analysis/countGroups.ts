import { roundUp } from "@pdp/basics/statistics";

/** Range of mutation counts, inclusive. */
export interface CountGroup {
  label: string;
  from: number;
  to: number;
}

const MAX_GROUPS = 20;

/** Returns one group for each mutation count up to the largest or, if there are too many, groups of equal, round width. */
export function countGroups(largest: number): CountGroup[] {
  const width = roundUp(Math.max(1, (largest + 1) / MAX_GROUPS));
  return Array.from({ length: Math.floor(largest / width) + 1 }, (_, index) => {
    const from = index * width;
    const to = from + width - 1;
    return { label: width === 1 ? `${from}` : `${from}–${to}`, from, to };
  });
}

/** Counts the sequences with a mutation count in each group; skips negative counts, which denote unaligned sequences. */
export function countBars(counts: ArrayLike<number>): { label: string; count: number }[] {
  const all = Array.from(counts);
  const largest = all.reduce((maximum, count) => Math.max(maximum, count), 0);
  return countGroups(largest).map(({ label, from, to }) => ({
    label,
    count: all.filter((count) => count >= from && count <= to).length,
  }));
}
