import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";
import { PROPERTIES } from "./residueProperties.ts";

/** Synthetic protein with four sites that can mutate to all residues. */
export interface FourSites {
  /** Residue indices of the reference. */
  reference: Uint8Array;
  /** True values, indexed by the residues of the sites as base-20 digits; NaN for variants that cannot be measured. */
  values: Float64Array;
}

const SITES = 4;
const SIZE = AMINO_ACID_COUNT ** SITES;
/** Value where gains level off, value of a dead variant, and fraction of variants that cannot be measured. */
const [PLATEAU, DEAD, LOST] = [10, 0.003, 0.07];
/** Position of the reference in a standard normal distribution of all variants: one in fifty is better. */
const REFERENCE = 2;

/**
 * Ranges for the additive fraction of the variance and for the fraction that comes from triples of sites; the rest comes from
 * pairs.
 */
const SHARES = {
  smooth: { additive: [0.4, 0.75], triple: [0, 0.1] },
  rugged: { additive: [0.2, 0.4], triple: [0.1, 0.3] },
} as const;
export type Ruggedness = keyof typeof SHARES;

/**
 * Draws a landscape: a sum of the effects of residues and of their pairs and triples, passed through a sigmoid that leaves one
 * variant in twenty alive. Half of the effects derive from hydropathy, volume and charge. On a rugged landscape, single
 * residues explain less of the sum and triples more.
 */
export function fourSites(random: Random, ruggedness: Ruggedness = "smooth"): FourSites {
  const [additive, triple] = [SHARES[ruggedness].additive, SHARES[ruggedness].triple].map(
    ([least, most]) => least + (most - least) * random.uniform(),
  ) as [number, number];
  const total = new Float64Array(SIZE);
  const groups: [number[][], number][] = [
    [[[0], [1], [2], [3]], additive],
    [
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ],
      1 - additive - triple,
    ],
    [
      [
        [0, 1, 2],
        [0, 1, 3],
        [0, 2, 3],
        [1, 2, 3],
      ],
      triple,
    ],
  ];
  for (const [sets, variance] of groups) {
    const sum = new Float64Array(SIZE);
    for (const sites of sets) {
      const weight = Math.exp(0.5 * random.normal());
      const effects = effectsOf(sites.length, random);
      for (let code = 0; code < SIZE; code += 1) {
        const at = sites.reduce((index, site) => index * AMINO_ACID_COUNT + residueAt(code, site), 0);
        sum[code]! += weight * effects[at]!;
      }
    }
    standardize(sum);
    for (let code = 0; code < SIZE; code += 1) total[code]! += Math.sqrt(variance) * sum[code]!;
  }
  standardize(total);
  let reference = 0;
  for (let code = 0; code < SIZE; code += 1) {
    if (Math.abs(total[code]! - REFERENCE) < Math.abs(total[reference]! - REFERENCE)) reference = code;
  }
  const values = total.map((one) =>
    random.uniform() < LOST
      ? Number.NaN
      : DEAD * Math.exp(random.normal()) + PLATEAU / (1 + Math.exp(-2.5 * (one - 3.1))),
  );
  return { reference: Uint8Array.from({ length: SITES }, (_, site) => residueAt(reference, site)), values };
}

/** Returns the index of a variant in `values`. */
export function codeOf(residues: Uint8Array): number {
  return residues.reduce((code, residue) => code * AMINO_ACID_COUNT + residue, 0);
}

function residueAt(code: number, site: number): number {
  return Math.floor(code / AMINO_ACID_COUNT ** (SITES - 1 - site)) % AMINO_ACID_COUNT;
}

/** Effects of all combinations of residues at some sites: half of their variance derives from residue properties. */
function effectsOf(sites: number, random: Random): Float64Array {
  const size = AMINO_ACID_COUNT ** sites;
  const own = Float64Array.from({ length: size }, () => random.normal());
  const features = Array.from({ length: 3 }, () =>
    Array.from({ length: sites }, () => ({
      weights: [random.normal(), random.normal(), random.normal()],
      optimum: random.normal(),
    })),
  );
  const smooth = Float64Array.from({ length: size }, (_, code) => {
    let sum = 0;
    for (const feature of features) {
      let product = 1;
      for (const [at, { weights, optimum }] of feature.entries()) {
        const residue = Math.floor(code / AMINO_ACID_COUNT ** (sites - 1 - at)) % AMINO_ACID_COUNT;
        const place = weights.reduce((total, weight, one) => total + weight * PROPERTIES[residue]![one]!, 0);
        product *= Math.exp(-((place / 1.7 - optimum) ** 2) / 2) - 0.5;
      }
      sum += product;
    }
    return sum;
  });
  standardize(own);
  standardize(smooth);
  return own.map((effect, at) => (effect + smooth[at]!) / Math.SQRT2);
}

function standardize(values: Float64Array): void {
  let [sum, squares] = [0, 0];
  for (const value of values) sum += value;
  const mean = sum / values.length;
  for (const value of values) squares += (value - mean) ** 2;
  const spread = Math.sqrt(squares / values.length);
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at]! - mean) / spread;
}
