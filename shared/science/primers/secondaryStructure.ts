import { endEnergy, pairs, stackingEnergy } from "./nearestNeighbor.ts";

/** Minimum number of pairs of a stem, and of bases in its loop. */
const MIN_STEM = 3;
const MIN_LOOP = 3;
/** Free energy of hairpin loops of 3 to 9 bases at 37 °C in kcal/mol (SantaLucia & Hicks 2004, Annu. Rev. Biophys. 33:415, Table 4). */
const LOOPS = [3.5, 3.5, 3.3, 4.0, 4.2, 4.3, 4.5];
/** 1.75 RT at 37 °C, by which loops grow with the logarithm of their length (Jacobson & Stockmayer). */
const LOOP_GROWTH = 1.75 * 0.001987 * 310.15;

/**
 * Returns the free energy of the most stable hairpin at 37 °C in kcal/mol; 0 if there is none. Only stems without bulges are
 * considered.
 */
export function hairpinEnergy(dna: string): number {
  let best = 0;
  for (let first = MIN_STEM - 1; first < dna.length; first += 1) {
    for (let last = first + MIN_LOOP + 1; last < dna.length; last += 1) {
      let energy = loopEnergy(last - first - 1);
      for (let stem = 1; pairs(dna[first - stem + 1], dna[last + stem - 1]); stem += 1) {
        if (stem > 1)
          energy += stackingEnergy(dna[first - stem + 1] as string, dna[first - stem + 2] as string);
        if (stem >= MIN_STEM) best = Math.min(best, energy);
      }
    }
  }
  return best;
}

function loopEnergy(bases: number): number {
  const known = LOOPS[bases - MIN_LOOP];
  return known ?? (LOOPS.at(-1) as number) + LOOP_GROWTH * Math.log(bases / (MIN_LOOP + LOOPS.length - 1));
}

/**
 * Returns the free energy of the most stable dimer of two strands at 37 °C in kcal/mol; 0 if there is none. Only uninterrupted
 * pairs are considered.
 */
export function dimerEnergy(a: string, b: string): number {
  let best = 0;
  const turned = [...b].reverse().join("");
  for (let shift = 1 - turned.length; shift < a.length; shift += 1) {
    let [from, energy] = [-1, 0];
    for (let at = Math.max(0, shift); at < Math.min(a.length, shift + turned.length); at += 1) {
      if (!pairs(a[at], turned[at - shift])) {
        from = -1;
        continue;
      }
      if (from < 0) [from, energy] = [at, endEnergy(a[at] as string)];
      else energy += stackingEnergy(a[at - 1] as string, a[at] as string);
      if (at > from) best = Math.min(best, energy + endEnergy(a[at] as string));
    }
  }
  return best;
}
