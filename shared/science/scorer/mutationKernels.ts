import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";
import { type MutationContext, RESIDUE_PRODUCTS, RESIDUE_SIMILARITY } from "./mutationContext.ts";
import { type MutationRows, RESIDUE_KINDS } from "./mutationRows.ts";
import { changeScale, environmentLikeness, spatialNearness } from "./structureLikeness.ts";

/**
 * Covariances between the effects of two mutations, before multiplication by variances. Summed over the mutations of two
 * sequences, they form the additive part of the Gaussian process.
 *
 * - identity: for the same substitution, so that a residue can have an effect that no similar residue has
 * - count: equal for all substitutions, so that the mean is linear in their number
 * - site: for mutations at the same position
 * - siteResidue: at the same position, increases with the similarity of the new residues
 * - residue: increases with the similarity of the new residues
 * - substitution: increases with the similarity of both the old and the new residues
 * - neighbours: increases as positions get closer
 * - density: proportional to the changes in the sampler's log density
 * - score0 to score3: proportional to the changes in a user-supplied score, or to the product of the changes in a vector
 * - structure: proportional to the changes in the score of a structure
 * - environment: increases with the similarity of the amino acids that fit at two positions of the structure, and of the new residues
 * - near: increases as positions get closer in space, and with the similarity of the new residues
 * - tolerance: increases with the similarity of the changes in density and of the positions' conservation
 */
export const MUTATION_KERNELS = [
  "identity",
  "count",
  "site",
  "siteResidue",
  "residue",
  "substitution",
  "neighbours",
  "density",
  "tolerance",
  "score0",
  "score1",
  "score2",
  "score3",
  "structure",
  "environment",
  "near",
] as const;
export type MutationKernel = (typeof MUTATION_KERNELS)[number];

/** Kernels of the user-supplied scores, in order. */
const SCORE_KERNELS: readonly MutationKernel[] = ["score0", "score1", "score2", "score3"];

/** Returns the kernels for which the context contains inputs. */
export function availableKernels(context: MutationContext): readonly MutationKernel[] {
  return MUTATION_KERNELS.filter((kernel) => {
    if (kernel === "density" || kernel === "tolerance") return context.scores.length > 0;
    if (kernel === "structure" || kernel === "environment") return context.structure.length > 0;
    if (kernel === "near") return context.places.length > 0;
    const score = SCORE_KERNELS.indexOf(kernel);
    return score < 0 || score < context.brought.length;
  });
}

/** Returns a user-supplied score's changes; null for other kernels. */
export function scoreChanges(context: MutationContext, kernel: MutationKernel): Float64Array | null {
  return context.brought[SCORE_KERNELS.indexOf(kernel)] ?? null;
}

/** Covariance between two mutations, given by their indices within their rows. */
export interface PairKernel {
  of(first: number, second: number): number;
  /** Whether the covariance is 0 for mutations at different positions. */
  isLocal: boolean;
}

/** Length scale in positions: neighboring side chains often point in similar directions. */
const NEIGHBOR_LENGTH = 2;
const TOLERANCE_LENGTH = 1.5;

/** Returns the covariance between a mutation of A and a mutation of B. */
export function pairKernel(
  kernel: MutationKernel,
  context: MutationContext,
  a: MutationRows,
  b: MutationRows,
): PairKernel {
  const { reference, scores, siteMeans, siteEntropies, structure, places } = context;
  const similar = (i: number, j: number): number =>
    RESIDUE_SIMILARITY[a.residues[i]! * RESIDUE_KINDS + b.residues[j]!]!;
  const score = (of: MutationRows, mutation: number): number =>
    scores[of.sites[mutation]! * RESIDUE_KINDS + of.residues[mutation]!]!;
  const anywhere = (of: PairKernel["of"]): PairKernel => ({ of, isLocal: false });
  switch (kernel) {
    case "identity":
      return atSameSite(a, b, (i, j) => (a.residues[i] === b.residues[j] ? 1 : 0));
    case "count":
      return anywhere(() => 1);
    case "site":
      return atSameSite(a, b, () => 1);
    case "siteResidue":
      return atSameSite(a, b, similar);
    case "residue":
      return anywhere(similar);
    case "substitution":
      return anywhere((i, j) => {
        const [from, other] = [reference[a.sites[i]!]!, reference[b.sites[j]!]!];
        return RESIDUE_SIMILARITY[from * RESIDUE_KINDS + other]! * similar(i, j);
      });
    case "neighbours": {
      const byDistance = Float64Array.from(reference, (_, distance) => Math.exp(-distance / NEIGHBOR_LENGTH));
      return anywhere((i, j) => byDistance[Math.abs(a.sites[i]! - b.sites[j]!)]!);
    }
    case "density":
      return anywhere((i, j) => score(a, i) * score(b, j));
    case "score0":
    case "score1":
    case "score2":
    case "score3": {
      const changes = scoreChanges(context, kernel)!;
      const directions = changes.length / (reference.length * RESIDUE_KINDS);
      const start = (of: MutationRows, mutation: number): number =>
        (of.sites[mutation]! * RESIDUE_KINDS + of.residues[mutation]!) * directions;
      return anywhere((i, j) => {
        const [first, other] = [start(a, i), start(b, j)];
        let sum = 0;
        for (let at = 0; at < directions; at += 1) sum += changes[first + at]! * changes[other + at]!;
        return sum;
      });
    }
    case "structure": {
      const scale = changeScale(structure);
      const change = (of: MutationRows, mutation: number): number =>
        structure[of.sites[mutation]! * RESIDUE_KINDS + of.residues[mutation]!]! / scale;
      return anywhere((i, j) => change(a, i) * change(b, j));
    }
    case "environment": {
      const likeness = environmentLikeness(structure);
      const at = (i: number, j: number): number => a.sites[i]! * reference.length + b.sites[j]!;
      return anywhere((i, j) => likeness[at(i, j)]! * similar(i, j));
    }
    case "near": {
      const nearness = spatialNearness(places);
      return anywhere((i, j) => nearness[a.sites[i]! * reference.length + b.sites[j]!]! * similar(i, j));
    }
    case "tolerance":
      return anywhere((i, j) => {
        const [p, q] = [a.sites[i]!, b.sites[j]!];
        const squared =
          (score(a, i) - score(b, j)) ** 2 +
          (siteMeans[p]! - siteMeans[q]!) ** 2 +
          (siteEntropies[p]! - siteEntropies[q]!) ** 2;
        return matern(Math.sqrt(squared) / TOLERANCE_LENGTH);
      });
  }
}

/** Returns a kernel that is 0 at different positions. */
function atSameSite(a: MutationRows, b: MutationRows, kernel: PairKernel["of"]): PairKernel {
  return { of: (i, j) => (a.sites[i] === b.sites[j] ? kernel(i, j) : 0), isLocal: true };
}

/**
 * Computes inner products of one-hot residue changes; 0 at different positions. The squared distance between two sequences is
 * twice the number of positions where they differ.
 */
export function oneHotKernel(a: MutationRows, b: MutationRows): PairKernel {
  return atSameSite(a, b, (i, j) => (a.residues[i] === b.residues[j] ? 2 : 1));
}

/** Computes inner products of embedding changes; 0 at different positions. `weights` contains one weight per position. */
export function embeddingKernel(
  { reference }: MutationContext,
  a: MutationRows,
  b: MutationRows,
  weights: (site: number) => number,
): PairKernel {
  const product = (first: number, second: number): number =>
    RESIDUE_PRODUCTS[first * RESIDUE_KINDS + second]!;
  return atSameSite(a, b, (i, j) => {
    const site = a.sites[i]!;
    const [from, first, second] = [reference[site]!, a.residues[i]!, b.residues[j]!];
    const change =
      product(first, second) - product(first, from) - product(from, second) + product(from, from);
    return weights(site) * change;
  });
}

/** Computes the weighted sum of the kernels, mutations of A × mutations of B. */
export function kernelMatrix(
  a: MutationRows,
  b: MutationRows,
  parts: readonly { kernel: PairKernel; factor: number }[],
): Matrix {
  const matrix = createMatrix(a.sites.length, b.sites.length);
  const all = [...b.sites.keys()];
  const atSite = Map.groupBy(all, (mutation) => b.sites[mutation]!);
  for (const { kernel, factor } of parts) {
    if (factor === 0) continue;
    for (let i = 0; i < matrix.rows; i += 1) {
      const row = i * matrix.columns;
      for (const j of kernel.isLocal ? (atSite.get(a.sites[i]!) ?? []) : all) {
        matrix.data[row + j] = matrix.data[row + j]! + factor * kernel.of(i, j);
      }
    }
  }
  return matrix;
}

function matern(distance: number): number {
  const scaled = Math.sqrt(5) * distance;
  return (1 + scaled + (scaled * scaled) / 3) * Math.exp(-scaled);
}
