import { createMatrix, type Matrix } from "../linearAlgebra/matrix.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { BLOSUM62_BACKGROUND } from "../sequences/blosum62.ts";

/** Parameters of a density exp(Σ field(x_i) + Σ_{i<j} coupling(x_i, x_j)) over sequences of one length. */
export interface SamplerModel {
  /** Residue indices of the reference. */
  readonly reference: Uint8Array;
  /** Length × 20. */
  readonly fields: Float64Array;
  /** Positions with couplings, in ascending order; may be empty. */
  readonly sites: Uint16Array;
  /** Sites × sites × 20 × 20: (i, j, b, a) = (j, i, a, b) couples a at site i with b at site j; zeros for i = j. */
  readonly couplings: Float32Array;
}

/**
 * Density over sequences aligned to a reference. Sequences are residue indices; a gap or an unknown residue counts like an
 * average residue without couplings. A sequence of a different length throws a RangeError.
 */
export interface Sampler {
  readonly model: SamplerModel;
  readonly reference: Uint8Array;
  /** Number of positions. */
  readonly length: number;
  /** Returns the log density relative to the reference. */
  logDensity(sequence: Uint8Array): number;
  /**
   * Writes to `out` the probability of each of the 20 residues at the position, given all other positions; the residue at the
   * position itself makes no difference. A temperature above 1 (the default) flattens the probabilities.
   */
  conditional(sequence: Uint8Array, position: number, out: Float64Array, temperature?: number): void;
  /** Returns the change in `logDensity` for each single substitution, length × 20; 0 for the current residue. */
  substitutionScores(sequence: Uint8Array): Matrix;
}

export function createSampler(model: SamplerModel): Sampler {
  const { reference, fields, sites, couplings } = model;
  const length = reference.length;
  const siteOf = new Int32Array(length).fill(-1);
  for (const [site, position] of sites.entries()) siteOf[position] = site;
  const unknown = unknownScores(fields, length);

  /** Sums fields and couplings; couplings are halved, because each is visited from both of its sites. */
  function energy(sequence: Uint8Array): number {
    let sum = 0;
    for (let position = 0; position < length; position += 1) {
      const residue = sequence[position]!;
      if (residue >= AMINO_ACID_COUNT) {
        sum += unknown[position]!;
        continue;
      }
      sum += fields[position * AMINO_ACID_COUNT + residue]!;
      const site = siteOf[position]!;
      if (site < 0) continue;
      for (let other = 0; other < site; other += 1) {
        const partner = sequence[sites[other]!]!;
        if (partner >= AMINO_ACID_COUNT) continue;
        sum +=
          couplings[
            ((site * sites.length + other) * AMINO_ACID_COUNT + partner) * AMINO_ACID_COUNT + residue
          ]!;
      }
    }
    return sum;
  }

  /** Computes the contribution of each residue at a position. */
  function scores(sequence: Uint8Array, position: number, out: Float64Array): void {
    const start = position * AMINO_ACID_COUNT;
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) out[residue] = fields[start + residue]!;
    const site = siteOf[position]!;
    if (site < 0) return;
    for (let other = 0; other < sites.length; other += 1) {
      const partner = sequence[sites[other]!]!;
      if (partner >= AMINO_ACID_COUNT) continue;
      const at = ((site * sites.length + other) * AMINO_ACID_COUNT + partner) * AMINO_ACID_COUNT;
      for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
        out[residue] = out[residue]! + couplings[at + residue]!;
      }
    }
  }

  function requireLength(sequence: Uint8Array): void {
    if (sequence.length === length) return;
    throw new RangeError(
      `The sequence has ${sequence.length} positions but the sampler has ${length}: align it first.`,
    );
  }

  function conditional(sequence: Uint8Array, position: number, out: Float64Array, temperature = 1): void {
    requireLength(sequence);
    if (!(temperature > 0)) throw new RangeError(`A temperature of ${temperature} is not above 0.`);
    scores(sequence, position, out);
    softmax(out, temperature);
  }

  function substitutionScores(sequence: Uint8Array): Matrix {
    requireLength(sequence);
    const result = createMatrix(length, AMINO_ACID_COUNT);
    for (let position = 0; position < length; position += 1) {
      const row = result.data.subarray(position * AMINO_ACID_COUNT, (position + 1) * AMINO_ACID_COUNT);
      scores(sequence, position, row);
      const present = sequence[position]!;
      const before = present < AMINO_ACID_COUNT ? row[present]! : unknown[position]!;
      for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) row[residue] = row[residue]! - before;
    }
    return result;
  }

  const atReference = energy(reference);
  function logDensity(sequence: Uint8Array): number {
    requireLength(sequence);
    return energy(sequence) - atReference;
  }

  return { model, reference, length, logDensity, conditional, substitutionScores };
}

/** Averages the fields at a position over the background frequencies of residues. */
function unknownScores(fields: Float64Array, length: number): Float64Array {
  const scores = new Float64Array(length);
  for (let position = 0; position < length; position += 1) {
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      const share = BLOSUM62_BACKGROUND[residue]! * fields[position * AMINO_ACID_COUNT + residue]!;
      scores[position] = scores[position]! + share;
    }
  }
  return scores;
}

/** Applies softmax in place. */
function softmax(scores: Float64Array, temperature: number): void {
  let largest = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < AMINO_ACID_COUNT; index += 1) largest = Math.max(largest, scores[index]!);
  let total = 0;
  for (let index = 0; index < AMINO_ACID_COUNT; index += 1) {
    scores[index] = Math.exp((scores[index]! - largest) / temperature);
    total += scores[index]!;
  }
  for (let index = 0; index < AMINO_ACID_COUNT; index += 1) scores[index] = scores[index]! / total;
}
