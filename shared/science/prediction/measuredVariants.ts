import { haveSameChains } from "@pdp/basics/proteins";
import { quantile, type Random } from "@pdp/basics/statistics";
import { mutatedPositions } from "../design/designSpace.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";

/** Measured variants of equal length, used to compute distances to other sequences. */
export interface MeasuredVariants {
  /** Number of distinct variants. */
  readonly count: number;
  /** Tells whether a sequence, of any length, was measured. */
  isMeasured(sequence: string): boolean;
  /** Returns the number of substitutions to the nearest variant; Infinity if there is none. */
  distance(sequence: string): number;
  /** Returns the number of positions that are changed in a sequence but not in any variant. */
  newPositions(sequence: string): number;
  /**
   * Returns the distance within which 95 % of the variants have another variant, estimated from a sample; Infinity for fewer
   * than two variants. Cross-validated accuracy applies to sequences within this distance.
   */
  reach(random: Random): number;
}

const REACH_SHARE = 0.95;
/** Number of variants used to estimate the reach. */
const REACH_SAMPLE = 500;

/** Indexes the variants with the same length as the reference. */
export function measuredVariants(sequences: readonly string[], reference: string): MeasuredVariants {
  const target = residueIndices(reference);
  const all = new Set(sequences);
  const variants = [...all].filter((sequence) => haveSameChains(sequence, reference));
  const rowOf = new Map(variants.map((variant, row) => [variant, row]));
  const { counts, changes } = changesBySite(variants, target);
  const [first, second] = fewestMutations(counts);
  /** For each variant, the amount by which mutations shared with the given sequence reduce their distance. */
  const shared = new Uint16Array(variants.length);

  /** Returns the distance to the nearest variant that differs. */
  function toOthers(sequence: string): number {
    const variant = residueIndices(sequence);
    const positions = mutatedPositions(target, variant);
    const self = rowOf.get(sequence) ?? -1;
    // Two sequences differ only at positions that are changed in at least one of them; shared mutations reduce their distance.
    const fewest = self === first ? second : first;
    let nearest = fewest === undefined ? Number.POSITIVE_INFINITY : positions.length + counts[fewest]!;
    for (const position of positions) {
      const { rows, residues } = changes[position]!;
      for (let at = 0; at < rows.length; at += 1) {
        const row = rows[at]!;
        shared[row]! += residues[at] === variant[position] ? 2 : 1;
        const distance = positions.length + counts[row]! - shared[row]!;
        if (distance < nearest && row !== self) nearest = distance;
      }
    }
    for (const position of positions) for (const row of changes[position]!.rows) shared[row] = 0;
    return nearest;
  }

  return {
    count: variants.length,
    isMeasured: (sequence) => all.has(sequence),
    distance: (sequence) => (rowOf.has(sequence) ? 0 : toOthers(sequence)),
    newPositions: (sequence) =>
      mutatedPositions(target, residueIndices(sequence)).filter((site) => changes[site]!.rows.length === 0)
        .length,
    reach: (random) => {
      if (variants.length < 2) return Number.POSITIVE_INFINITY;
      const sample = random.shuffle(variants.slice()).slice(0, REACH_SAMPLE);
      return Math.ceil(quantile(sample.map(toOthers), REACH_SHARE));
    },
  };
}

/** Variants that change one position, and their residues at that position. */
interface SiteChanges {
  rows: Uint32Array;
  residues: Uint8Array;
}

/** Returns the number of mutations of each variant, and the variants that change each position. */
function changesBySite(
  variants: readonly string[],
  target: Uint8Array,
): { counts: Uint16Array; changes: SiteChanges[] } {
  const counts = new Uint16Array(variants.length);
  const changes = Array.from(target, () => ({ rows: [] as number[], residues: [] as number[] }));
  for (const [row, variant] of variants.entries()) {
    const residues = residueIndices(variant);
    const positions = mutatedPositions(target, residues);
    counts[row] = positions.length;
    for (const position of positions) {
      changes[position]!.rows.push(row);
      changes[position]!.residues.push(residues[position]!);
    }
  }
  const packed = changes.map(({ rows, residues }) => ({
    rows: Uint32Array.from(rows),
    residues: Uint8Array.from(residues),
  }));
  return { counts, changes: packed };
}

/** Returns the two variants with the fewest mutations, if there are that many. */
function fewestMutations(counts: Uint16Array): number[] {
  const rows: number[] = [];
  for (const [row, count] of counts.entries()) {
    const at = rows.findIndex((other) => count < counts[other]!);
    rows.splice(at === -1 ? rows.length : at, 0, row);
    if (rows.length > 2) rows.pop();
  }
  return rows;
}
