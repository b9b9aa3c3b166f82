import { median } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT, GAP } from "../sequences/aminoAcids.ts";
import type { VariantMeans } from "./variantMeans.ts";
import { isNamedResidue, type Variants } from "./variants.ts";

export interface HeatCell {
  /** Zero-based position. */
  position: number;
  /** Index of the amino acid, as in `aminoAcids.ts`; GAP for a deletion. */
  residue: number;
  effect: number;
  /** Number of variants averaged to obtain the effect. */
  count: number;
}

export interface SubstitutionEffects {
  cells: HeatCell[];
  /** Baseline value for the effects. */
  baseline: "reference" | "all variants";
  /** Whether the reference has a value. */
  referenceMeasured: boolean;
}

/** Number of possible changes per position: the 20 amino acids and a deletion. */
const CHANGES = AMINO_ACID_COUNT + 1;

/**
 * Computes the mean effect of each substitution over all variants that carry it. If most variants have one mutation and the
 * reference was measured, the effect is the difference from the reference. Otherwise, it is the difference from the median of
 * all variants, because a variant's other mutations would bias each effect.
 */
export function substitutionEffects(variants: Variants, { means }: VariantMeans): SubstitutionEffects {
  const { reference, starts, positions, residues, mutationCounts } = variants;
  const { baseline, level, referenceMeasured } = baselineOf(variants, means);
  const sums = new Float64Array(reference.length * CHANGES);
  const counts = new Uint32Array(sums.length);
  for (let index = 0; index < mutationCounts.length; index += 1) {
    const mean = means[index]!;
    if (mutationCounts[index]! < 1 || Number.isNaN(mean)) continue;
    for (let entry = starts[index]!; entry < starts[index + 1]!; entry += 1) {
      if (!isNamedResidue(residues[entry]!)) continue;
      const cell = positions[entry]! * CHANGES + residues[entry]!;
      sums[cell]! += mean - level;
      counts[cell]! += 1;
    }
  }
  const cells: HeatCell[] = [];
  for (let cell = 0; cell < sums.length; cell += 1) {
    if (counts[cell] === 0) continue;
    const residue = cell % CHANGES;
    cells.push({
      position: Math.floor(cell / CHANGES),
      residue: residue === AMINO_ACID_COUNT ? GAP : residue,
      effect: sums[cell]! / counts[cell]!,
      count: counts[cell]!,
    });
  }
  return { cells, baseline, referenceMeasured };
}

function baselineOf(
  { referenceIndex, mutationCounts }: Variants,
  means: Float64Array,
): Omit<SubstitutionEffects, "cells"> & { level: number } {
  const mutated = means.filter((_, index) => mutationCounts[index]! >= 1);
  let [single, several] = [0, 0];
  for (let index = 0; index < means.length; index += 1) {
    if (Number.isNaN(means[index])) continue;
    if (mutationCounts[index] === 1) single += 1;
    if (mutationCounts[index]! > 1) several += 1;
  }
  const measured = means[referenceIndex] ?? Number.NaN;
  const referenceMeasured = Number.isFinite(measured);
  return referenceMeasured && single >= several
    ? { baseline: "reference", level: measured, referenceMeasured }
    : { baseline: "all variants", level: median(mutated), referenceMeasured };
}
