import { createRandom } from "@pdp/basics/statistics";
import type { Assay, ScaleType } from "../assay.ts";
import type { Sampler } from "../sampler/sampler.ts";
import { alignMutant } from "../sequences/alignMutant.ts";
import { residueIndices } from "../sequences/aminoAcids.ts";
import { frameMutant, frameOf } from "../sequences/insertionFrame.ts";
import { type AssayTransform, applyTransform, fitTransform } from "./assayTransform.ts";
import { type MutationContext, mutationContext, type StructureContext } from "./mutationContext.ts";
import type { ScoreTable } from "./scoreTable.ts";
import type { TrainingVariants } from "./trainingVariants.ts";

/** Assay to learn; low values are wanted if `isMinimized` is true, otherwise high values. */
export interface ScoredAssay extends Pick<Assay, "assay_id" | "scale_type"> {
  isMinimized?: boolean;
}

export interface ScorerData {
  /** One-letter codes, without gaps. */
  reference: string;
  /** One sequence per row; replicates are separate rows. Insertions and deletions are found by alignment to the reference. */
  sequences: readonly string[];
  assays: readonly ScoredAssay[];
  /** One value per row for each assay; NaN if missing. */
  values: readonly Float64Array[];
  /** Batch of each row, such as a plate or a round; the models do not use it. */
  batches?: readonly string[] | null;
  /** Batch of each row in assays of ranks, if it differs. */
  rankBatches?: readonly string[] | null;
  /** Round of each row, and the rounds in order of time. */
  rounds?: { of: readonly string[]; names: readonly string[] } | null;
  /** Sampler fitted only to homologs: a sampler fitted to the assays would bias the cross-validation upwards. */
  sampler: Sampler | null;
  /** User-supplied scores, over the positions of the reference; at most four. */
  scores?: readonly ScoreTable[];
  /** What a structure of the reference says. */
  structure?: StructureContext | null;
  /** Number of folds; defaults to 5. */
  folds?: number | undefined;
  seed: string | number;
}

/** Data prepared for fitting, divided into folds. Plain data. */
export interface ScorerPlan {
  seed: string | number;
  context: MutationContext;
  /** Distinct sequences × columns: residue indices at the reference's positions and, where there are insertions, between them. */
  residues: Uint8Array;
  assays: AssayPlan[];
}

export interface AssayPlan {
  assayId: string;
  scaleType: ScaleType;
  /** Whether low values are wanted. */
  isMinimized: boolean;
  /** Number of rows that have a value. */
  rows: number;
  /** Reason why the assay cannot be fitted, as a sentence; null if it can be. */
  problem: string | null;
  transform: AssayTransform;
  /** Indices of the distinct sequences that have a value; mean transformed value and number of replicates of each. */
  variants: Uint32Array;
  targets: Float64Array;
  counts: Float64Array;
  /** Batch of each variant, or null if it was measured in several; absent without batches. */
  batchOf?: readonly (string | null)[];
  /** Round of each variant, or null if it was measured in several; and all rounds in order of time. Absent without rounds. */
  roundOf?: readonly (string | null)[];
  rounds?: readonly string[];
  folds: number;
  foldOf: Uint8Array;
}

const DEFAULT_FOLDS = 5;
/** Minimum number of distinct sequences with a value required for a model. */
export const MIN_VARIANTS = 10;

/**
 * Aligns, transforms, averages replicates and divides into folds. Rows with the same sequence share a fold; rows with
 * insertions that have no column are skipped.
 */
export function planScorer(data: ScorerData): ScorerPlan {
  const { gapped, residues, ofRow, isWhole } = alignRows(data.sequences, residueIndices(data.reference));
  const context = mutationContext(gapped, data.sampler, data.scores, data.structure);
  const plan: ScorerPlan = { seed: data.seed, context, residues, assays: [] };
  for (const [index, assay] of data.assays.entries()) {
    const values = data.values[index];
    if (values?.length !== data.sequences.length) {
      throw new RangeError(
        `Assay ${assay.assay_id} needs one value for each of ${data.sequences.length} rows.`,
      );
    }
    // A variant without columns for all of its insertions may become equal to another variant. It could then be in the test fold
    // while the model learns from the other.
    const compared = values.map((value, row) => (isWhole[ofRow[row]!] ? value : Number.NaN));
    plan.assays.push(planAssay(data, assay, compared, ofRow));
  }
  return plan;
}

/** Returns a view of the distinct sequence with this number. */
export function planSequence({ context, residues }: ScorerPlan, variant: number): Uint8Array {
  const { length } = context.reference;
  return residues.subarray(variant * length, (variant + 1) * length);
}

/** Selects the variants of an assay for which `keep` returns true, by their index within the assay. */
export function trainingVariants(
  plan: ScorerPlan,
  assay: AssayPlan,
  keep: (index: number) => boolean = () => true,
): TrainingVariants {
  const places = Uint32Array.from(assay.variants, (_, index) => index).filter(keep);
  return {
    sequences: Array.from(places, (index) => planSequence(plan, assay.variants[index]!)),
    targets: Float64Array.from(places, (index) => assay.targets[index]!),
    counts: Float64Array.from(places, (index) => assay.counts[index]!),
  };
}

/**
 * Aligns the distinct sequences, with columns for their insertions as far as there is room. Different sequences stay different
 * if each of their residues has a column, as indicated by `isWhole`.
 */
function alignRows(
  sequences: readonly string[],
  reference: Uint8Array,
): { gapped: Uint8Array; residues: Uint8Array; ofRow: Uint32Array; isWhole: boolean[] } {
  const numbers = new Map<string, number>();
  const ofRow = Uint32Array.from(sequences, (text) => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  });
  const mutants = [...numbers.keys()].map((text) => alignMutant(residueIndices(text), reference));
  const frame = frameOf(reference, mutants);
  const { gapped } = frame;
  const residues = new Uint8Array(mutants.length * gapped.length);
  const isWhole = mutants.map((mutant, index) => {
    const framed = frameMutant(frame, mutant);
    residues.set(framed.residues, index * gapped.length);
    return framed.isWhole;
  });
  return { gapped, residues, ofRow, isWhole };
}

function planAssay(
  {
    seed,
    folds = DEFAULT_FOLDS,
    batches: all = null,
    rankBatches = all,
    rounds = null,
  }: Pick<ScorerData, "seed" | "folds" | "batches" | "rankBatches" | "rounds">,
  { assay_id: assayId, scale_type: scaleType, isMinimized = false }: ScoredAssay,
  values: Float64Array,
  ofRow: Uint32Array,
): AssayPlan {
  const batches = scaleType === "RANK" ? rankBatches : all;
  const finite = values.map((value) => (Number.isFinite(value) ? value : Number.NaN));
  const measured = new Set(ofRow.filter((_, row) => !Number.isNaN(finite[row]!)));
  const transform = fitTransform(finite, scaleType, measured.size);
  const means = new Map<number, { sum: number; count: number }>();
  for (const [row, value] of finite.entries()) {
    if (Number.isNaN(value)) continue;
    const variant = ofRow[row]!;
    const { sum, count } = means.get(variant) ?? { sum: 0, count: 0 };
    means.set(variant, { sum: sum + applyTransform(transform, value), count: count + 1 });
  }
  const variants = Uint32Array.from(means.keys()).sort();
  const of = (variant: number): { sum: number; count: number } => means.get(variant) ?? { sum: 0, count: 0 };
  const targets = Float64Array.from(variants, (variant) => of(variant).sum / of(variant).count);
  const counts = Float64Array.from(variants, (variant) => of(variant).count);
  return {
    assayId,
    scaleType,
    isMinimized,
    rows: counts.reduce((sum, count) => sum + count, 0),
    problem: problemOf(assayId, targets),
    transform,
    variants,
    targets,
    counts,
    ...(batches && { batchOf: batchesOf(variants, batches, finite, ofRow) }),
    ...(rounds && { roundOf: batchesOf(variants, rounds.of, finite, ofRow), rounds: rounds.names }),
    ...divideIntoFolds(targets, folds, seed, assayId),
  };
}

/** Returns the batch of each variant; null if it has values in several. */
function batchesOf(
  variants: Uint32Array,
  batches: readonly string[],
  values: Float64Array,
  ofRow: Uint32Array,
): (string | null)[] {
  const batchOfSequence = new Map<number, string | null>();
  for (const [row, batch] of batches.entries()) {
    if (Number.isNaN(values[row])) continue;
    const known = batchOfSequence.get(ofRow[row]!);
    batchOfSequence.set(ofRow[row]!, known === undefined || known === batch ? batch : null);
  }
  return Array.from(variants, (variant) => batchOfSequence.get(variant) ?? null);
}

function problemOf(assayId: string, targets: Float64Array): string | null {
  if (targets.length < MIN_VARIANTS) {
    return `Assay "${assayId}" has values for ${targets.length} distinct sequences; a model requires at least ${MIN_VARIANTS}.`;
  }
  if (targets.every((target) => target === targets[0])) {
    return `Assay "${assayId}" has the same value for all sequences: there is nothing to learn from it.`;
  }
  return null;
}

/**
 * Divides variants into folds that each contain low and high values: otherwise, a fold with high values is predicted by a model
 * of low ones, and the rank correlation over all folds is too low.
 */
function divideIntoFolds(
  targets: Float64Array,
  wanted: number,
  seed: string | number,
  assayId: string,
): Pick<AssayPlan, "folds" | "foldOf"> {
  const folds = Math.max(2, Math.min(wanted, targets.length));
  const random = createRandom(seed).fork(`folds/${assayId}`);
  const order = random
    .shuffle(Uint32Array.from(targets, (_, index) => index))
    .sort((a, b) => targets[a]! - targets[b]!);
  const foldOf = new Uint8Array(targets.length);
  for (let start = 0; start < order.length; start += folds) {
    const stratum = random.shuffle(Uint8Array.from({ length: folds }, (_, fold) => fold));
    for (const [at, index] of order.subarray(start, start + folds).entries()) foldOf[index] = stratum[at]!;
  }
  return { folds, foldOf };
}
