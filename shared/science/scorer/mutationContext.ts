import { maternFiveHalves } from "../linearAlgebra/maternFiveHalves.ts";
import { createMatrix } from "../linearAlgebra/matrix.ts";
import type { Sampler } from "../sampler/sampler.ts";
import { AMINO_ACID_COUNT, GAP } from "../sequences/aminoAcids.ts";
import { residueEmbedding } from "../sequences/blosum62.ts";
import { insertionFrame } from "../sequences/insertionFrame.ts";
import { RESIDUE_KINDS } from "./mutationRows.ts";
import type { ScoreTable } from "./scoreTable.ts";

/** Distance between inserted residues, in angstrom. */
const FAR = 1e6;

/** Prior knowledge about mutations, before any measurement. Plain data. */
export interface MutationContext {
  /** The reference, with gaps in the columns of insertions: see `insertionFrame.ts`. */
  reference: Uint8Array;
  /** Change in log density for each substitution, in standard deviations; length × 22, empty without a sampler. */
  scores: Float64Array;
  /**
   * Mean score of the site and entropy of its residues, both standardized over the sites; empty without a sampler.
   */
  siteMeans: Float64Array;
  siteEntropies: Float64Array;
  /**
   * Changes in each user-supplied score or vector, by substitution; length × 22 each, times the number of directions for a
   * vector.
   */
  brought: readonly Float64Array[];
  /** Changes in log probability under a structure, by substitution; length × 22, empty without one. */
  structure: Float64Array;
  /** Places of the positions in space, in angstrom; length × 3, empty without a structure. */
  places: Float64Array;
}

/** Scores of a structure for the positions of the reference. */
export interface StructureContext {
  /** Changes in log probability by substitution; length × 22. */
  changes: Float64Array;
  /** Places of the positions in space, in angstrom; length × 3. Positions that the structure does not show are far from all others. */
  places: Float64Array;
}

/**
 * Builds the context. The sampler only covers the positions of the reference; an inserted residue is treated like an average
 * substitution. Throws a RangeError for a sampler with a different number of positions.
 */
export function mutationContext(
  gapped: Uint8Array,
  sampler: Sampler | null,
  tables: readonly ScoreTable[] = [],
  shown: StructureContext | null = null,
): MutationContext {
  const { reference, columns } = insertionFrame(gapped);
  const none = new Float64Array(0);
  const known =
    sampler === null
      ? { scores: none, siteMeans: none, siteEntropies: none }
      : positionContext(reference, sampler);
  const brought = tables.map(({ changes }) => changes);
  const structure = shown?.changes ?? none;
  const places = shown?.places ?? none;
  if (gapped.length === columns.length) return { reference: gapped, ...known, brought, structure, places };
  return {
    reference: gapped,
    scores: known.scores.length === 0 ? none : inColumns(known.scores, gapped.length, columns),
    siteMeans: known.siteMeans.length === 0 ? none : atColumns(known.siteMeans, gapped.length, columns),
    siteEntropies:
      known.siteEntropies.length === 0 ? none : atColumns(known.siteEntropies, gapped.length, columns),
    brought: brought.map((changes) => inColumns(changes, gapped.length, columns)),
    structure: structure.length === 0 ? none : inColumns(structure, gapped.length, columns),
    places: places.length === 0 ? none : placesOfColumns(places, gapped.length, columns),
  };
}

/** Spreads values for substitutions, in one or more directions, over the columns; an inserted residue gets the mean of all. */
function inColumns(values: Float64Array, length: number, columns: Uint32Array): Float64Array {
  const directions = values.length / (columns.length * RESIDUE_KINDS);
  const width = RESIDUE_KINDS * directions;
  const means = new Float64Array(directions);
  for (const [at, value] of values.entries())
    means[at % directions] = means[at % directions]! + (value * directions) / values.length;
  const spread = Float64Array.from({ length: length * width }, (_, at) => means[at % directions]!);
  for (const [position, column] of columns.entries()) {
    spread.set(values.subarray(position * width, (position + 1) * width), column * width);
  }
  return spread;
}

/** Spreads places over the columns; an inserted residue is far from all others. */
function placesOfColumns(places: Float64Array, length: number, columns: Uint32Array): Float64Array {
  const spread = Float64Array.from({ length: 3 * length }, (_, at) => (at % 3 === 1 ? FAR * (1 + at) : 0));
  for (const [position, column] of columns.entries())
    spread.set(places.subarray(3 * position, 3 * position + 3), 3 * column);
  return spread;
}

function atColumns(values: Float64Array, length: number, columns: Uint32Array): Float64Array {
  const spread = new Float64Array(length);
  for (const [position, column] of columns.entries()) spread[column] = values[position]!;
  return spread;
}

type PositionContext = Pick<MutationContext, "scores" | "siteMeans" | "siteEntropies">;

function positionContext(reference: Uint8Array, sampler: Sampler): PositionContext {
  const raw = sampler.substitutionScores(reference).data;
  const length = reference.length;
  const scores = new Float64Array(length * RESIDUE_KINDS);
  const means = new Float64Array(length);
  const entropies = new Float64Array(length);
  const probabilities = new Float64Array(AMINO_ACID_COUNT);
  const spread = deviation(
    raw.filter((_, index) => reference[Math.floor(index / AMINO_ACID_COUNT)] !== index % AMINO_ACID_COUNT),
  );
  for (let site = 0; site < length; site += 1) {
    const row = raw.subarray(site * AMINO_ACID_COUNT, (site + 1) * AMINO_ACID_COUNT);
    const mean = row.reduce((sum, score) => sum + score, 0) / (AMINO_ACID_COUNT - 1);
    // A gap or an unknown residue counts like an average substitution.
    scores.fill(mean / spread, site * RESIDUE_KINDS, (site + 1) * RESIDUE_KINDS);
    for (const [residue, score] of row.entries()) scores[site * RESIDUE_KINDS + residue] = score / spread;
    means[site] = mean;
    sampler.conditional(reference, site, probabilities);
    for (const share of probabilities)
      entropies[site] = entropies[site]! - (share > 0 ? share * Math.log(share) : 0);
  }
  return { scores, siteMeans: standardize(means), siteEntropies: standardize(entropies) };
}

/**
 * Length scale of similarity, in units of the embedding, in which I and V are 1.4, D and E 2.6, and C and W 4.5 apart.
 */
const SIMILARITY_LENGTH = 5;

/**
 * Inner products of the residues' embeddings (BLOSUM62, centered), 22 × 22. A gap has a separate dimension; an unknown residue
 * is at the center of all residues.
 */
export const RESIDUE_PRODUCTS: Float64Array = residueProducts();

/** Similarity of residues between 0 and 1, 22 × 22: Matérn-5/2 of their distance. */
export const RESIDUE_SIMILARITY: Float64Array = residueSimilarity();

function residueProducts(): Float64Array {
  const embedding = residueEmbedding();
  const { columns, data } = embedding;
  const products = new Float64Array(RESIDUE_KINDS * RESIDUE_KINDS);
  let mean = 0;
  for (let a = 0; a < AMINO_ACID_COUNT; a += 1) {
    for (let b = 0; b < AMINO_ACID_COUNT; b += 1) {
      let sum = 0;
      for (let k = 0; k < columns; k += 1) sum += data[a * columns + k]! * data[b * columns + k]!;
      products[a * RESIDUE_KINDS + b] = sum;
    }
    mean += products[a * RESIDUE_KINDS + a]! / AMINO_ACID_COUNT;
  }
  products[GAP * RESIDUE_KINDS + GAP] = mean;
  return products;
}

function residueSimilarity(): Float64Array {
  const squared = createMatrix(RESIDUE_KINDS, RESIDUE_KINDS);
  for (let a = 0; a < RESIDUE_KINDS; a += 1) {
    for (let b = 0; b < RESIDUE_KINDS; b += 1) {
      const similarity = RESIDUE_PRODUCTS[a * RESIDUE_KINDS + a]! + RESIDUE_PRODUCTS[b * RESIDUE_KINDS + b]!;
      squared.data[a * RESIDUE_KINDS + b] = Math.max(
        0,
        similarity - 2 * RESIDUE_PRODUCTS[a * RESIDUE_KINDS + b]!,
      );
    }
  }
  return maternFiveHalves(squared, { lengthScale: SIMILARITY_LENGTH, variance: 1 }).data;
}

function standardize(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = deviation(values);
  return values.map((value) => (value - mean) / spread);
}

/** Returns the standard deviation, or 1 if all values are equal. */
function deviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return variance > 0 ? Math.sqrt(variance) : 1;
}
