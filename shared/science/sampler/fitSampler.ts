import type { Matrix } from "../linearAlgebra/matrix.ts";
import { type AlignedHomologs, alignHomologs } from "./alignHomologs.ts";
import { type AssayedVariants, assayPreferences } from "./assayPreferences.ts";
import { type CouplingOptions, type Couplings, fitCouplings } from "./couplings.ts";
import { profile } from "./profile.ts";
import { createSampler, type Sampler, type SamplerModel } from "./sampler.ts";
import { effectiveNumber, sequenceWeights } from "./sequenceWeights.ts";

export interface SamplerData {
  /** Residue indices of the template, without gaps. */
  reference: Uint8Array;
  /** Related sequences, aligned or not (see `alignHomologs`). */
  homologs?: readonly string[];
  /** Assayed variants; they must not include data that the density is evaluated on later. */
  variants?: AssayedVariants;
}

export interface SamplerOptions extends CouplingOptions {
  /** Minimum number of independent sequences per position for fitting couplings; defaults to 0.2. */
  minimumDepth?: number;
}

/** Data to which a sampler was fitted. */
export interface SamplerSummary {
  /**
   * Most complex part of the density: the substitution matrix alone, homolog frequencies, or couplings between positions.
   */
  kind: "substitutions" | "profile" | "couplings";
  /** Number of rows, including the reference. */
  rows: number;
  /** Effective number of independent sequences at 80 % identity. */
  effectiveRows: number;
  coupledSites: number;
  /** Number of variants with a measured value. */
  variants: number;
  cameAligned: boolean;
  leftOut: AlignedHomologs["leftOut"];
}

/**
 * Default for `minimumDepth`. It limits cost, not accuracy: with fewer sequences, the penalty makes couplings so weak that
 * they hardly change the ranking of mutants, but they still take seconds and tens of megabytes.
 */
const MINIMUM_DEPTH = 0.2;

/**
 * Fits a density over sequences around a reference: the profile of its homologs with substitution-matrix pseudo-counts,
 * couplings between positions if there are enough homologs, and the preferences of assayed variants. Without homologs and
 * variants, the density is the substitution matrix around the reference. Runs for up to a minute in separate threads. Throws a
 * DomainError if the homologs cannot be parsed.
 */
export async function fitSampler(
  { reference, homologs = [], variants }: SamplerData,
  { minimumDepth = MINIMUM_DEPTH, ...options }: SamplerOptions = {},
): Promise<{ sampler: Sampler; summary: SamplerSummary }> {
  const aligned = alignHomologs(reference, homologs);
  const { alignment } = aligned;
  const weights = sequenceWeights(alignment);
  const effectiveRows = effectiveNumber(weights);
  const frequencies = profile(alignment, weights);
  const deep = alignment.rows > 1 && effectiveRows >= minimumDepth * alignment.length;
  const couplings = deep ? await fitCouplings(alignment, weights, frequencies, options) : null;
  const density = createSampler(samplerModel(reference, frequencies, couplings));
  const summary: SamplerSummary = {
    kind: couplings !== null ? "couplings" : alignment.rows > 1 ? "profile" : "substitutions",
    rows: alignment.rows,
    effectiveRows,
    coupledSites: density.model.sites.length,
    variants: variants?.values.filter((value) => !Number.isNaN(value)).length ?? 0,
    cameAligned: aligned.cameAligned,
    leftOut: aligned.leftOut,
  };
  return { sampler: variants === undefined ? density : conditionSampler(density, variants), summary };
}

/** Returns a sampler that also takes the preferences of assayed variants into account. */
export function conditionSampler(sampler: Sampler, variants: AssayedVariants): Sampler {
  return addPreferences(sampler, assayPreferences(sampler.model.reference, variants).data);
}

/** Returns a sampler with other log densities of amino acids at each position added: length × 20. */
export function addPreferences({ model }: Sampler, preferences: ArrayLike<number>): Sampler {
  return createSampler({ ...model, fields: model.fields.map((field, index) => field + preferences[index]!) });
}

function samplerModel(reference: Uint8Array, frequencies: Matrix, couplings: Couplings | null): SamplerModel {
  const fields = frequencies.data.map(Math.log);
  if (couplings === null)
    return { reference, fields, sites: new Uint16Array(0), couplings: new Float32Array(0) };
  const letters = frequencies.columns;
  for (const [site, position] of couplings.sites.entries()) {
    fields.set(couplings.fields.subarray(site * letters, (site + 1) * letters), position * letters);
  }
  return { reference, fields, sites: couplings.sites, couplings: couplings.blocks };
}
