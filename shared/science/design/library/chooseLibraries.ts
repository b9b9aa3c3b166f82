import { codonChoices, type DegenerateCodon } from "../../degenerateCodons/degenerateCodon.ts";
import { bestGain, type LibrarySite } from "./siteGains.ts";

/** Position with its degenerate codon. */
export interface DegenerateSite {
  position: number;
  codon: DegenerateCodon;
}

export interface LibraryChoice {
  /** Codon of every position; null to choose the best codon for each. */
  codon: DegenerateCodon | null;
  /** True if all sites must be part of the library. */
  usesAll: boolean;
  maxPositions: number;
  /** Maximum number of combinations of codons. */
  maxSize: number;
}

interface Option extends DegenerateSite {
  gain: number;
}

interface PartialLibrary {
  size: number;
  gain: number;
  sites: readonly Option[];
}

/** Steps of a library's size in which only the best partial library is kept, per doubling. */
const STEPS_PER_DOUBLING = 32;

/**
 * Chooses positions and codons: for each number of positions up to the maximum, the library whose complete screening has the
 * highest expected best value, if effects of different positions add up. Fewer numbers of positions may be possible. Empty if
 * no library is small enough.
 *
 * The expected best value is then the sum of each position's, so this is a knapsack problem with the logarithm of the size as
 * weight. Dynamic programming solves it to within a fraction of a doubling of the size.
 */
export function chooseLibraries(
  sites: readonly LibrarySite[],
  { codon, usesAll, maxPositions, maxSize }: LibraryChoice,
): DegenerateSite[][] {
  const maxChosen = Math.min(maxPositions, sites.length);
  const best: Map<number, PartialLibrary>[] = [new Map([[0, { size: 1, gain: 0, sites: [] }]])];
  for (const [index, site] of sites.entries()) {
    const options = optionsOf(site, codon, maxSize);
    for (let count = Math.min(maxChosen - 1, index); count >= 0; count -= 1) {
      const longer = best[count + 1] ?? new Map<number, PartialLibrary>();
      best[count + 1] = longer;
      for (const partial of best[count]!.values()) extend(longer, partial, options, maxSize);
    }
  }
  const counts = usesAll ? [sites.length] : Array.from({ length: maxChosen }, (_, index) => index + 1);
  return counts.flatMap((count) => {
    const [first, ...others] = best[count]?.values() ?? [];
    if (first === undefined) return [];
    const { sites: chosen } = others.reduce((a, b) => (b.gain > a.gain ? b : a), first);
    return [chosen.map(({ position, codon }) => ({ position, codon })).sort(byPosition)];
  });
}

const byPosition = (a: DegenerateSite, b: DegenerateSite): number => a.position - b.position;

function extend(
  longer: Map<number, PartialLibrary>,
  { size, gain, sites }: PartialLibrary,
  options: readonly Option[],
  maxSize: number,
): void {
  for (const option of options) {
    const total = size * option.codon.size;
    if (total > maxSize) break; // Options are sorted by size.
    const step = Math.ceil(STEPS_PER_DOUBLING * Math.log2(total));
    const value = gain + option.gain;
    if (value > (longer.get(step)?.gain ?? Number.NEGATIVE_INFINITY))
      longer.set(step, { size: total, gain: value, sites: [...sites, option] });
  }
}

/** Returns the codons of a position that no smaller codon exceeds, by size. */
function optionsOf(site: LibrarySite, codon: DegenerateCodon | null, maxSize: number): Option[] {
  const { position } = site;
  const options = (codon === null ? mixedCodons() : [codon])
    .filter(({ size }) => size <= maxSize)
    .map((option) => ({ position, codon: option, gain: bestGain(site, indicesOf(option)) }))
    .sort((a, b) => a.codon.size - b.codon.size || b.gain - a.gain);
  let best = Number.NEGATIVE_INFINITY;
  return options.filter(({ gain }) => {
    if (gain <= best) return false;
    best = gain;
    return true;
  });
}

/** Codons for at least two amino acids and no stop: a position with one amino acid does not vary. */
function mixedCodons(): DegenerateCodon[] {
  return codonChoices().filter(({ stops, counts }) => stops === 0 && counts.filter(Boolean).length > 1);
}

function indicesOf({ counts }: DegenerateCodon): number[] {
  return counts.flatMap((count, index) => (count > 0 ? [index] : []));
}
