import { residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import type { Sampler } from "../sampler/sampler.ts";
import type { DesignScorer } from "./designScorer.ts";
import { type DesignSpace, mutatedPositions } from "./designSpace.ts";

/** A design as the result table shows it. */
export interface DesignRow {
  sequence: string;
  /** From 1, the best first. */
  rank: number;
  /** As in "V39A;D40W": residue of the template, position from 1, residue of the design; empty for the template. */
  mutations: string;
  num_mutations: number;
  /** The template's sequence. */
  parent: string;
  /** Natural logarithm of how much more likely than the reference, by the sampler. */
  log_likelihood: number;
  /** On the assay's own scale, by `assay_id`. */
  predictions: Record<string, { mean: number; sd: number }>;
  /** That all constraints of filters and ranker hold, if they are independent; null without constraints. */
  constraint_probability: number | null;
  /** Whether each constraint of the filters holds at least as likely as not. */
  passes: boolean;
}

/** A selected design, before it is described. */
export interface SelectedDesign {
  readonly sequence: Uint8Array;
  readonly constraintProbability: number | null;
  readonly passes: boolean;
}

export interface DescribeOptions {
  space: DesignSpace;
  sampler: Sampler;
  /** For log likelihoods; the template if absent. */
  reference?: Uint8Array;
  /** Its assays are predicted; it may have none. */
  scorer: DesignScorer;
}

/** Describes designs, which are given the best first. */
export function designRows(
  designs: readonly SelectedDesign[],
  { space: { template }, sampler, reference = template, scorer }: DescribeOptions,
): DesignRow[] {
  const atReference = sampler.logDensity(reference);
  const sequences = designs.map(({ sequence }) => sequence);
  const predictions = [...scorer].map(([id, predictor]) => ({ id, ...predictor.predict(sequences) }));
  return designs.map(({ sequence, constraintProbability, passes }, at) => {
    const mutated = mutatedPositions(template, sequence);
    return {
      sequence: residueLetters(sequence),
      rank: at + 1,
      mutations: mutated.map((position) => substitution(template, sequence, position)).join(";"),
      num_mutations: mutated.length,
      parent: residueLetters(template),
      log_likelihood: sampler.logDensity(sequence) - atReference,
      predictions: Object.fromEntries(
        predictions.map(({ id, mean, sd }) => [id, { mean: mean[at]!, sd: sd[at]! }]),
      ),
      constraint_probability: constraintProbability,
      passes,
    };
  });
}

function substitution(template: Uint8Array, sequence: Uint8Array, position: number): string {
  const [from, to] = [template, sequence].map((one) => residueLetters(one.subarray(position, position + 1)));
  return `${from}${position + 1}${to}`;
}
