import { joinMutations, type Numbering } from "@pdp/basics/proteins";
import type { Sampler } from "../sampler/sampler.ts";
import { residueLetters } from "../sequences/aminoAcids.ts";
import { designReason, type SeenCounts } from "./batch/designReason.ts";
import type { DesignPurpose } from "./batch/selectBatch.ts";
import { type CandidateSpaces, candidateDensity } from "./candidateSpaces.ts";
import { designChanges, sizeOf } from "./designChanges.ts";
import type { DesignScorer } from "./designScorer.ts";
import type { DesignSpace } from "./designSpace.ts";

/** Design as a row of the result table. */
export interface DesignRow {
  sequence: string;
  /** Rank from 1, best design first. */
  rank: number;
  /** Mutations such as "V39A;D40W;E41del;K42_L43insGS", using the template's residue numbers; empty for the template. */
  mutations: string;
  /** Number of substituted and deleted positions plus number of inserted residues. */
  num_mutations: number;
  /** Sequence of the template from which the design was made. */
  parent: string;
  /** Log likelihood relative to the reference, according to the sampler. */
  log_likelihood: number;
  /** Predictions on the assay's original scale, by `assay_id`. */
  predictions: Record<string, { mean: number; sd: number }>;
  /**
   * Probability that all filter and ranker constraints are satisfied, assuming independence; null if there are no constraints.
   */
  constraint_probability: number | null;
  /**
   * Whether each filter constraint is satisfied with a probability of at least 0.5, and all constraints together with a
   * probability of at least 0.01.
   */
  passes: boolean;
  /** Purpose in the batch and mutations (see `designReason`); null if all designs have the same purpose. */
  purpose: DesignPurpose | null;
  reason: string | null;
  /** Alias of the generator that made the design; null if the generator has none. */
  generator_provenance: string | null;
}

/** Selected design before it is described. */
export interface SelectedDesign {
  readonly sequence: Uint8Array;
  /** Purpose in the batch; null or absent if all designs have the same purpose. */
  readonly purpose?: DesignPurpose | null;
  readonly constraintProbability: number | null;
  readonly passes: boolean;
}

export interface DescribeOptions {
  space: DesignSpace;
  sampler: Sampler;
  /** Candidates that were searched, if they may be longer or shorter than the template. */
  candidates?: CandidateSpaces | undefined;
  /** Reference for log likelihoods; defaults to the template. */
  reference?: Uint8Array;
  /** Scorer that provides the predicted assays, if any. */
  scorer: DesignScorer;
  /** Number of measured variants with each substitution; absent if unknown. */
  seen?: SeenCounts;
  /**
   * Returns the generator that made a design, and the template from which it was made; absent if all designs have the same
   * template.
   */
  origin?: (sequence: Uint8Array) => { alias: string | null; parent: Uint8Array | null };
  /** Log density of a design; if absent, it is computed with the sampler and the candidates. */
  density?: (sequence: Uint8Array) => number;
  /** Residue numbers of the template; residues are numbered from 1 if absent. */
  numbering?: Numbering;
}

/** Minimum probability that a design that passes meets all constraints. */
export const MIN_CONSTRAINT_PROBABILITY = 0.01;

/** Tells whether a design can hardly meet its constraints; false without constraints. */
export function isImprobable(constraintProbability: number | null): boolean {
  return constraintProbability !== null && constraintProbability < MIN_CONSTRAINT_PROBABILITY;
}

/** Describes designs given in rank order. */
export function designRows(
  designs: readonly SelectedDesign[],
  {
    space: { template },
    sampler,
    candidates,
    reference = template,
    scorer,
    seen,
    origin,
    numbering,
    density = candidateDensity(candidates, sampler),
  }: DescribeOptions,
): DesignRow[] {
  const atReference = density(reference);
  const sequences = designs.map(({ sequence }) => sequence);
  const predictions = [...scorer].map(([id, predictor]) => ({ id, ...predictor.predict(sequences) }));
  return designs.map(({ sequence, constraintProbability, passes, purpose = null }, at) => {
    const { alias = null, parent } = origin?.(sequence) ?? {};
    const start = parent ?? template;
    const changesOf = (of: Uint8Array) => designChanges(of, sequence, numbering, candidates);
    const changes = changesOf(start);
    return {
      sequence: residueLetters(sequence),
      rank: at + 1,
      mutations: joinMutations(changes.map(({ name }) => name)),
      num_mutations: sizeOf(changes),
      parent: residueLetters(start),
      log_likelihood: density(sequence) - atReference,
      predictions: Object.fromEntries(
        predictions.map(({ id, mean, sd }) => [id, { mean: mean[at]!, sd: sd[at]! }]),
      ),
      constraint_probability: constraintProbability,
      passes: passes && !isImprobable(constraintProbability),
      purpose,
      reason: seen && purpose ? designReason(changesOf(template), seen, purpose) : null,
      generator_provenance: alias,
    };
  });
}
