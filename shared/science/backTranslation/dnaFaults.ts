import { reverseComplement } from "./avoidedSite.ts";

/** Part of DNA that breaks a limit: [from, to) in bases. */
export interface GcFault {
  from: number;
  to: number;
  /** Share of G and C. */
  gc: number;
}

/** Share of G and C that every window must have. */
export interface GcLimits {
  low: number;
  high: number;
  /** Bases of a window; null for the complete DNA. */
  window: number | null;
}

/** Finds the windows whose share of G and C is outside the limits. */
export function gcFaults(dna: string, { low, high, window }: GcLimits): GcFault[] {
  const faults: GcFault[] = [];
  forEachWindow(dna, window, (from, to, gc) => {
    if (gc < low || gc > high) faults.push({ from, to, gc });
  });
  return faults;
}

/** Returns the lowest and highest share of G and C in a window. */
export function gcRange(dna: string, window: number | null): [number, number] {
  let [lowest, highest] = [1, 0];
  forEachWindow(dna, window, (_from, _to, gc) => {
    lowest = Math.min(lowest, gc);
    highest = Math.max(highest, gc);
  });
  return [lowest, highest];
}

function forEachWindow(
  dna: string,
  window: number | null,
  use: (from: number, to: number, gc: number) => void,
): void {
  const size = Math.min(window ?? dna.length, dna.length);
  let count = 0;
  for (let to = 1; to <= dna.length; to += 1) {
    count += isGc(dna, to - 1);
    if (to > size) count -= isGc(dna, to - size - 1);
    if (to >= size) use(to - size, to, count / size);
  }
}

const isGc = (dna: string, at: number): number => (dna[at] === "G" || dna[at] === "C" ? 1 : 0);

/** Two places with the same bases, the second one possibly on the other strand. */
export interface Repeat {
  first: number;
  second: number;
  length: number;
}

/** Finds sequences of `length` bases that occur again on either strand; each is reported once for each later place. */
export function repeatsOf(dna: string, length: number): Repeat[] {
  const seen = new Map<string, number>();
  const repeats: Repeat[] = [];
  for (let at = 0; at + length <= dna.length; at += 1) {
    const word = dna.slice(at, at + length);
    const first = seen.get(word) ?? seen.get(reverseComplement(word));
    if (first === undefined) seen.set(word, at);
    else repeats.push({ first, second: at, length });
  }
  return repeats;
}

/** Returns the length of the longest run of one base. */
export function longestRun(dna: string): number {
  let [longest, run] = [0, 0];
  for (let at = 0; at < dna.length; at += 1) {
    run = at > 0 && dna[at] === dna[at - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** Writes a share in percent, such as `41.7 %`. */
export const percent = (share: number): string => `${Number((100 * share).toFixed(1))} %`;
