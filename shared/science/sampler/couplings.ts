import { createRandom, type Random } from "@pdp/basics/statistics";
import { type Matrix, matrixRow } from "../linearAlgebra/matrix.ts";
import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import type { Alignment } from "./alignment.ts";
import type { SiteFits } from "./fitFreeSites.ts";
import { fitSites } from "./fitSites.ts";
import type { SiteProblem } from "./siteFitter.ts";

/** Pairwise preferences between sites and the resulting preferences at each site. */
export interface Couplings {
  /** Positions of the reference, in ascending order. */
  readonly sites: Uint16Array;
  /** Sites × sites × 20 × 20, symmetric: (i, j, b, a) = (j, i, a, b) is the coupling of a at i with b at j. */
  readonly blocks: Float32Array;
  /** Sites × 20: logarithm of the preference in an average context. */
  readonly fields: Float64Array;
}

export interface CouplingOptions {
  seed?: string | number;
  /** Number of worker threads; defaults to the number that the machine can run at once, up to four. */
  threads?: number | undefined;
}

/** Minimum share of the sequences that must have a residue at a coupled position (as in EVcouplings). */
const MINIMUM_OCCUPANCY = 0.7;
/** Maximum number of coupled sites, which limits memory to 128 MB; the most variable sites are coupled. */
const MAX_COUPLED_SITES = 400;
/** Maximum of rows × sites², which takes half a minute on two cores. Beyond this, a sample of the rows is used. */
const MAX_OPERATIONS = 1.2e9;
/**
 * λ of a coupling, per other site and amino acid (Hopf et al. 2017, Nat Biotechnol 35:128; EVcouplings' default).
 */
const PENALTY = 0.01;
/** Ratio of the penalty on a field to the penalty on a coupling. */
const FIELD_SHARE = 1 / 64;
const [MAX_ROUNDS, TOLERANCE] = [30, 0.01];
const SHUFFLES = 8;

/**
 * Fits the couplings between an alignment's sites by pseudo-likelihood, with a penalty that pulls couplings towards zero and
 * fields towards the profile. If there are few independent sequences, couplings therefore shrink away, and the profile
 * remains. Each pair is fitted from both of its sites. Before the two fits are averaged, couplings are expressed relative to
 * an average context (the mean over the profile of either site is zero), so that a site's individual preferences are in its
 * field. Returns null for fewer than two coupled sites.
 */
export async function fitCouplings(
  alignment: Alignment,
  weights: Float64Array,
  frequencies: Matrix,
  { seed = 0, threads }: CouplingOptions = {},
): Promise<Couplings | null> {
  const sites = coupledSites(alignment, weights, frequencies);
  if (sites.length < 2) return null;
  const siteFrequencies = rowsOf(frequencies, sites);
  const problem = siteProblem(
    alignment,
    weights,
    sites,
    siteFrequencies,
    createRandom(seed).fork("couplings"),
  );
  const fits = await fitSites(problem, threads);
  center(fits, siteFrequencies, sites.length);
  return { sites, blocks: symmetrise(fits.couplings, sites.length), fields: fits.fields };
}

function siteProblem(
  alignment: Alignment,
  weights: Float64Array,
  sites: Uint16Array,
  frequencies: Float64Array,
  random: Random,
): SiteProblem {
  const width = sites.length;
  const sample = sampleRows(weights, Math.floor(MAX_OPERATIONS / width ** 2), random.fork("rows"));
  const rows = sample.rows.length;
  const residues = new Uint8Array(rows * width);
  for (const [index, row] of sample.rows.entries()) {
    for (let site = 0; site < width; site += 1) {
      residues[index * width + site] = alignment.residues[row * alignment.length + sites[site]!]!;
    }
  }
  const order = Uint32Array.from(sample.rows.keys());
  const orders = new Uint32Array(SHUFFLES * rows);
  for (let k = 0; k < SHUFFLES; k += 1) orders.set(random.shuffle(order), k * rows);
  const couplingPenalty = PENALTY * (AMINO_ACID_COUNT - 1) * (width - 1);
  return {
    sites: width,
    rows,
    residues,
    weights: sample.weights,
    prior: frequencies.map(Math.log),
    couplingPenalty,
    fieldPenalty: couplingPenalty * FIELD_SHARE,
    orders,
    maxRounds: MAX_ROUNDS,
    tolerance: TOLERANCE,
  };
}

/** Returns the frequencies at the sites, site by site. */
function rowsOf(frequencies: Matrix, sites: Uint16Array): Float64Array {
  const rows = new Float64Array(sites.length * AMINO_ACID_COUNT);
  for (const [site, position] of sites.entries())
    rows.set(matrixRow(frequencies, position), site * AMINO_ACID_COUNT);
  return rows;
}

/** Returns the sites with enough residues or, if there are too many, those with the highest entropy. */
function coupledSites(alignment: Alignment, weights: Float64Array, frequencies: Matrix): Uint16Array {
  const { rows, length, residues } = alignment;
  const present = new Float64Array(length);
  let total = 0;
  for (let row = 0; row < rows; row += 1) {
    total += weights[row]!;
    for (let position = 0; position < length; position += 1) {
      if (residues[row * length + position]! < AMINO_ACID_COUNT) present[position]! += weights[row]!;
    }
  }
  const entropy = (position: number): number => {
    const at = position * AMINO_ACID_COUNT;
    return -frequencies.data.subarray(at, at + AMINO_ACID_COUNT).reduce((sum, p) => sum + p * Math.log(p), 0);
  };
  const occupied = Array.from({ length }, (_, position) => ({ position, entropy: entropy(position) })).filter(
    ({ position }) => present[position]! >= MINIMUM_OCCUPANCY * total,
  );
  occupied.sort((a, b) => b.entropy - a.entropy || a.position - b.position);
  return Uint16Array.from(occupied.slice(0, MAX_COUPLED_SITES), ({ position }) => position).sort();
}

/**
 * Returns all rows, or a sample drawn in proportion to their weights in which each row has weight one (Efraimidis & Spirakis
 * 2006).
 */
function sampleRows(
  weights: Float64Array,
  maxRows: number,
  random: Random,
): { rows: number[]; weights: Float64Array } {
  const rows = [...weights.keys()];
  if (rows.length <= maxRows) return { rows, weights };
  const keys = weights.map((weight) => Math.log(1 - random.uniform()) / weight);
  rows.sort((a, b) => keys[b]! - keys[a]!);
  const drawn = rows.slice(0, maxRows).sort((a, b) => a - b);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { rows: drawn, weights: new Float64Array(drawn.length).fill(Math.min(1, total / drawn.length)) };
}

/** Moves the means of couplings into the fields; afterwards, both frequency-weighted means of a block are zero. */
function center({ couplings, fields }: SiteFits, frequencies: Float64Array, sites: number): void {
  const letters = AMINO_ACID_COUNT;
  const meanOver = new Float64Array(letters);
  for (let i = 0; i < sites; i += 1) {
    for (let j = 0; j < sites; j += 1) {
      if (i === j) continue;
      const block = couplings.subarray((i * sites + j) * letters ** 2, (i * sites + j + 1) * letters ** 2);
      meanOver.fill(0);
      for (let b = 0; b < letters; b += 1) {
        const frequency = frequencies[j * letters + b]!;
        for (let a = 0; a < letters; a += 1) meanOver[a]! += frequency * block[b * letters + a]!;
      }
      for (let a = 0; a < letters; a += 1) fields[i * letters + a]! += meanOver[a]!;
      for (let b = 0; b < letters; b += 1) {
        let mean = 0;
        for (let a = 0; a < letters; a += 1) {
          block[b * letters + a]! -= meanOver[a]!;
          mean += frequencies[i * letters + a]! * block[b * letters + a]!;
        }
        for (let a = 0; a < letters; a += 1) block[b * letters + a]! -= mean;
      }
    }
  }
}

/** Returns a symmetrized copy outside shared memory, because shared memory is slower to read. */
function symmetrise(couplings: Float32Array, sites: number): Float32Array {
  const letters = AMINO_ACID_COUNT;
  const result = new Float32Array(couplings.length);
  for (let i = 0; i < sites; i += 1) {
    for (let j = 0; j < i; j += 1) {
      const [forth, back] = [(i * sites + j) * letters ** 2, (j * sites + i) * letters ** 2];
      for (let a = 0; a < letters; a += 1) {
        for (let b = 0; b < letters; b += 1) {
          const mean = (couplings[forth + b * letters + a]! + couplings[back + a * letters + b]!) / 2;
          result[forth + b * letters + a] = mean;
          result[back + a * letters + b] = mean;
        }
      }
    }
  }
  return result;
}
