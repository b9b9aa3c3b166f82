import { alignMutant, insertedResidues, residueIndices } from "@pdp/science/sequences";

/** Properties shared by the measured variants of a training run. */
export interface LibraryFacts {
  /** Mutation counts, including inserted residues: half of the variants have at most `median`, and all have at most `most`. */
  mutations: { median: number; most: number };
  /** Position ranges (zero-based, end exclusive) that no variant changes, or that far fewer variants change than elsewhere. */
  hardly_varied: [from: number, to: number][];
}

/** A position counts as hardly varied if it has fewer variants than this fraction of the typical number per position. */
const HARDLY = 0.05;

/** Counts the mutations of distinct sequences relative to a reference. */
export function libraryFacts(sequences: readonly string[], reference: string): LibraryFacts {
  const target = residueIndices(reference);
  const ofPosition = new Uint32Array(target.length);
  const counts = [...new Set(sequences)].map((sequence) => {
    const mutant = alignMutant(residueIndices(sequence), target);
    let count = insertedResidues(mutant);
    for (const [site, residue] of mutant.residues.entries()) {
      if (residue === target[site]) continue;
      count += 1;
      ofPosition[site]! += 1;
    }
    return count;
  });
  const usual = medianOf([...ofPosition].filter((count) => count > 0));
  const hardly: [number, number][] = [];
  for (const [site, count] of ofPosition.entries()) {
    if (count > HARDLY * usual) continue;
    const last = hardly.at(-1);
    if (last?.[1] === site) last[1] = site + 1;
    else hardly.push([site, site + 1]);
  }
  return {
    mutations: { median: medianOf(counts), most: Math.max(0, ...counts) },
    hardly_varied: hardly,
  };
}

function medianOf(counts: readonly number[]): number {
  return counts.toSorted((a, b) => a - b)[counts.length >> 1] ?? 0;
}
