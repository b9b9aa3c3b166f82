import { createMatrix, type Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import { type MutationContext, RESIDUE_PRODUCTS, RESIDUE_SIMILARITY } from "./mutationContext.ts";
import { type MutationRows, RESIDUE_KINDS } from "./mutationRows.ts";

/**
 * Covariances of the effects of two mutations, before variances. Summed over the mutations of two sequences they make the
 * additive part of the Gaussian process.
 *
 * - identity: of the same substitution, so that a residue may do what no similar one does
 * - count: of all substitutions alike, so that the mean is linear in their number
 * - site: at the same position
 * - siteResidue: at the same position, more the more alike the new residues are
 * - residue: the more alike the new residues are
 * - substitution: the more alike both old and new residues are
 * - neighbours: the closer the positions
 * - density: in proportion to the changes of the sampler's log density
 * - tolerance: the more alike the change of density and the position's conservation are
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
] as const;
export type MutationKernel = (typeof MUTATION_KERNELS)[number];

/** Returns the kernels whose inputs the context contains. */
export function availableKernels(context: MutationContext): readonly MutationKernel[] {
  if (context.scores.length > 0) return MUTATION_KERNELS;
  return MUTATION_KERNELS.filter((kernel) => kernel !== "density" && kernel !== "tolerance");
}

/** Covariance of two mutations, given by number within their rows. */
export type PairKernel = (first: number, second: number) => number;

/** Length scale in positions: side chains next to each other often point in similar directions. */
const NEIGHBOUR_LENGTH = 2;
const TOLERANCE_LENGTH = 1.5;

/** Returns the covariance of a mutation of A and one of B. */
export function pairKernel(
  kernel: MutationKernel,
  context: MutationContext,
  a: MutationRows,
  b: MutationRows,
): PairKernel {
  const { reference, scores, siteMeans, siteEntropies } = context;
  const similar = (i: number, j: number): number =>
    RESIDUE_SIMILARITY[a.residues[i]! * RESIDUE_KINDS + b.residues[j]!]!;
  const score = (of: MutationRows, mutation: number): number =>
    scores[of.sites[mutation]! * RESIDUE_KINDS + of.residues[mutation]!]!;
  switch (kernel) {
    case "identity":
      return (i, j) => (a.sites[i] === b.sites[j] && a.residues[i] === b.residues[j] ? 1 : 0);
    case "count":
      return () => 1;
    case "site":
      return (i, j) => (a.sites[i] === b.sites[j] ? 1 : 0);
    case "siteResidue":
      return (i, j) => (a.sites[i] === b.sites[j] ? similar(i, j) : 0);
    case "residue":
      return similar;
    case "substitution":
      return (i, j) => {
        const [from, other] = [reference[a.sites[i]!]!, reference[b.sites[j]!]!];
        return RESIDUE_SIMILARITY[from * RESIDUE_KINDS + other]! * similar(i, j);
      };
    case "neighbours":
      return (i, j) => Math.exp(-Math.abs(a.sites[i]! - b.sites[j]!) / NEIGHBOUR_LENGTH);
    case "density":
      return (i, j) => score(a, i) * score(b, j);
    case "tolerance":
      return (i, j) => {
        const [p, q] = [a.sites[i]!, b.sites[j]!];
        const squared =
          (score(a, i) - score(b, j)) ** 2 +
          (siteMeans[p]! - siteMeans[q]!) ** 2 +
          (siteEntropies[p]! - siteEntropies[q]!) ** 2;
        return matern(Math.sqrt(squared) / TOLERANCE_LENGTH);
      };
  }
}

/**
 * Computes inner products of the changes of one-hot residues; 0 at different positions. The squared distance of two
 * sequences is twice the number of positions in which they differ.
 */
export function oneHotKernel(a: MutationRows, b: MutationRows): PairKernel {
  return (i, j) => {
    if (a.sites[i] !== b.sites[j]) return 0;
    return a.residues[i] === b.residues[j] ? 2 : 1;
  };
}

/** Computes inner products of the changes of embeddings; 0 at different positions. `weights` has one per position. */
export function embeddingKernel(
  { reference }: MutationContext,
  a: MutationRows,
  b: MutationRows,
  weights: (site: number) => number,
): PairKernel {
  const product = (first: number, second: number): number =>
    RESIDUE_PRODUCTS[first * RESIDUE_KINDS + second]!;
  return (i, j) => {
    const site = a.sites[i]!;
    if (site !== b.sites[j]) return 0;
    const [from, first, second] = [reference[site]!, a.residues[i]!, b.residues[j]!];
    const change =
      product(first, second) - product(first, from) - product(from, second) + product(from, from);
    return weights(site) * change;
  };
}

/** Computes the sum of the kernels times their factors, mutations of A × mutations of B. */
export function kernelMatrix(
  a: MutationRows,
  b: MutationRows,
  parts: readonly { kernel: PairKernel; factor: number }[],
): Matrix {
  const matrix = createMatrix(a.sites.length, b.sites.length);
  for (const { kernel, factor } of parts) {
    if (factor === 0) continue;
    for (let i = 0; i < matrix.rows; i += 1) {
      const row = i * matrix.columns;
      for (let j = 0; j < matrix.columns; j += 1) {
        matrix.data[row + j] = matrix.data[row + j]! + factor * kernel(i, j);
      }
    }
  }
  return matrix;
}

function matern(distance: number): number {
  const scaled = Math.sqrt(5) * distance;
  return (1 + scaled + (scaled * scaled) / 3) * Math.exp(-scaled);
}
