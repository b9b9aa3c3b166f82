import type { Matrix } from "#shared/science/linearAlgebra/matrix.ts";
import { type AlignedHomologs, alignHomologs, type HomologOptions } from "./alignHomologs.ts";
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
  /** Whatever is later judged by the density must not be among them. */
  variants?: AssayedVariants;
}

export interface SamplerOptions extends HomologOptions, CouplingOptions {
  /** Couplings are fitted from this many independent sequences a position on; 0.2 if absent. */
  minimumDepth?: number;
}

/** What a sampler rests on. */
export interface SamplerSummary {
  /** The most that it contains: the substitution matrix alone, frequencies of homologs, couplings of positions. */
  kind: "substitutions" | "profile" | "couplings";
  /** With the reference. */
  rows: number;
  /** How many independent sequences the rows are worth at 80 % identity. */
  effectiveRows: number;
  coupledSites: number;
  /** With a measured value. */
  variants: number;
  cameAligned: boolean;
  leftOut: AlignedHomologs["leftOut"];
}

/**
 * A limit of cost, not of accuracy: with fewer sequences the penalty leaves couplings so weak that they hardly change the
 * order of mutants, but still take seconds and tens of megabytes.
 */
const MINIMUM_DEPTH = 0.2;

/**
 * A density over sequences around a reference: the profile of its homologs with substitution-matrix pseudo-counts, the
 * couplings of positions where homologs are many enough, and what assayed variants prefer. Without homologs and variants it
 * is the substitution matrix around the reference. Runs for up to a minute in threads of its own.
 * Throws a DomainError where the homologs cannot be read.
 */
export async function fitSampler(
  { reference, homologs = [], variants }: SamplerData,
  { minimumDepth = MINIMUM_DEPTH, ...options }: SamplerOptions = {},
): Promise<{ sampler: Sampler; summary: SamplerSummary }> {
  const aligned = alignHomologs(reference, homologs, options);
  const { alignment } = aligned;
  const weights = sequenceWeights(alignment);
  const effectiveRows = effectiveNumber(weights);
  const frequencies = profile(alignment, weights);
  const deep = alignment.rows > 1 && effectiveRows >= minimumDepth * alignment.length;
  const couplings = deep ? await fitCouplings(alignment, weights, frequencies, options) : null;
  const model = samplerModel(reference, frequencies, couplings);
  if (variants !== undefined) {
    const preferences = assayPreferences(reference, variants);
    for (const [index, preference] of preferences.data.entries()) {
      model.fields[index] = model.fields[index]! + preference;
    }
  }
  const summary: SamplerSummary = {
    kind: couplings !== null ? "couplings" : alignment.rows > 1 ? "profile" : "substitutions",
    rows: alignment.rows,
    effectiveRows,
    coupledSites: model.sites.length,
    variants: variants?.values.filter((value) => !Number.isNaN(value)).length ?? 0,
    cameAligned: aligned.cameAligned,
    leftOut: aligned.leftOut,
  };
  return { sampler: createSampler(model), summary };
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
