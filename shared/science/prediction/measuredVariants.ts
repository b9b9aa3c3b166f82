import { mutatedPositions } from "#shared/science/design/designSpace.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { quantile } from "#shared/science/statistics/quantiles.ts";
import type { Random } from "#shared/science/statistics/random.ts";

/** Measured variants of one length, which tell how far another sequence is from them. */
export interface MeasuredVariants {
  /** Number of distinct variants. */
  readonly count: number;
  /** Returns the number of substitutions to the nearest variant; Infinity if there is none. */
  distance(sequence: string): number;
  /** Returns the number of positions that a sequence changes and no variant changes. */
  newPositions(sequence: string): number;
  /**
   * Returns the distance within which 95 % of the variants have another one, from a sample; Infinity for fewer than two
   * variants. Figures of a cross-validation hold for sequences within it.
   */
  reach(random: Random): number;
}

const REACH_SHARE = 0.95;
/** Number of variants from which the reach is estimated. */
const REACH_SAMPLE = 500;

/** Indexes the variants that are as long as the reference. */
export function measuredVariants(sequences: readonly string[], reference: string): MeasuredVariants {
  const target = residueIndices(reference);
  const variants = [...new Set(sequences)].filter(({ length }) => length === reference.length);
  const known = new Set(variants);
  const byCount = mutationsByCount(variants, target);
  const changed = new Set<number>();
  for (const { sites } of byCount.flat()) for (const site of sites) changed.add(site);

  /** Returns the distance to the nearest variant that differs. */
  function toOthers(sequence: string): number {
    const own = residueIndices(sequence);
    const positions = mutatedPositions(target, own);
    const residueAt = new Int16Array(target.length).fill(-1);
    for (const position of positions) residueAt[position] = own[position]!;
    let nearest = Number.POSITIVE_INFINITY;
    // Variants with m mutations are at least |m − n| away from one with n: begin with those that have as many.
    const farthest = Math.max(positions.length, byCount.length);
    for (let step = 0; step <= farthest && step < nearest; step += 1) {
      const counts = step === 0 ? [positions.length] : [positions.length - step, positions.length + step];
      for (const rows of counts.map((count) => byCount[count] ?? [])) {
        for (const row of rows) {
          const distance = distanceTo(row, residueAt, positions.length);
          if (distance > 0 && distance < nearest) nearest = distance;
          if (nearest === 1) return 1;
        }
      }
    }
    return nearest;
  }

  return {
    count: variants.length,
    distance: (sequence) => (known.has(sequence) ? 0 : toOthers(sequence)),
    newPositions: (sequence) =>
      mutatedPositions(target, residueIndices(sequence)).filter((position) => !changed.has(position)).length,
    reach: (random) => {
      if (variants.length < 2) return Number.POSITIVE_INFINITY;
      const sample = random.shuffle(variants.slice()).slice(0, REACH_SAMPLE);
      return Math.ceil(quantile(sample.map(toOthers), REACH_SHARE));
    },
  };
}

/** Mutations of one variant. */
interface Mutations {
  sites: Uint16Array;
  residues: Uint8Array;
}

/** Returns the mutations of variants, by their number. */
function mutationsByCount(variants: readonly string[], target: Uint8Array): Mutations[][] {
  const byCount: Mutations[][] = [];
  for (const variant of variants) {
    const own = residueIndices(variant);
    const sites = Uint16Array.from(mutatedPositions(target, own));
    byCount[sites.length] ??= [];
    byCount[sites.length]!.push({ sites, residues: Uint8Array.from(sites, (site) => own[site]!) });
  }
  return Array.from(byCount, (rows) => rows ?? []);
}

/** Counts the positions in which a variant differs from a sequence with `count` mutations of the same reference. */
function distanceTo({ sites, residues }: Mutations, residueAt: Int16Array, count: number): number {
  let distance = count + sites.length;
  for (let at = 0; at < sites.length; at += 1) {
    const residue = residueAt[sites[at]!]!;
    if (residue === -1) continue;
    distance -= residue === residues[at] ? 2 : 1;
  }
  return distance;
}
