import { createRandom, type Random } from "@pdp/basics/statistics";
import { designSpace, type EngineerPlan, engineerSearch, objectiveGoal } from "@pdp/science/designs";
import {
  applyTransform,
  createSampler,
  createScorer,
  fitGp,
  fitTransform,
  planScorer,
  predictRidge,
  ridgePenalty,
  type SparseRows,
  type StructureContext,
  trainingVariants,
} from "@pdp/science/models";
import { AMINO_ACID_COUNT, residueIndices, residueLetters } from "@pdp/science/sequences";
import { fitOneHotProcess } from "./oneHotProcess.ts";

/** State of a campaign that chooses its next plate from a pool. */
export interface PoolRound {
  reference: string;
  scale: "ADDITIVE" | "MULTIPLICATIVE";
  measured: { sequences: string[]; values: number[] };
  /** Variants that have not been measured. */
  others: readonly string[];
  wanted: number;
  /** Scores of a structure; absent without one. */
  structure?: StructureContext | undefined;
  seed: string;
}

export type Strategy = (round: PoolRound) => string[];

/** Number of candidates that are drawn jointly. */
const JOINTLY = 1_500;

/** Selection strategies: this project's designer with its defaults, and simple strategies. */
export const STRATEGIES: Record<string, Strategy> = {
  engineer: engineered,
  "greedy ridge": (round) => top(round, ridgeValues(round)),
  "greedy process": (round) => top(round, oneHotProcess(round).predict(round.others)),
  "Thompson process": thompson,
  random: ({ others, wanted, seed }) =>
    createRandom(seed)
      .shuffle([...others])
      .slice(0, wanted),
};

function engineered(round: PoolRound): string[] {
  const { reference, measured, scale, others, wanted, structure, seed } = round;
  const plan = planScorer({
    reference,
    sequences: measured.sequences,
    assays: [{ assay_id: "value", scale_type: scale }],
    values: [Float64Array.from(measured.values)],
    sampler: null,
    structure: structure ?? null,
    seed,
  });
  const [assay] = plan.assays;
  const gp = fitGp(plan.context, trainingVariants(plan, assay!), createRandom(seed));
  const scorer = createScorer({
    context: plan.context,
    assays: [{ assayId: "value", scaleType: scale, transform: assay!.transform, usable: true, gp }],
  });
  const measure = { assay_id: "value", direction: "MAXIMIZE" } as const;
  const template = {
    kind: "MONOMER",
    assembly: { monomer: reference },
    sampler: { artifact_id: "1" },
  } as const;
  const residues = residueIndices(reference);
  const search: EngineerPlan = {
    space: designSpace({ template, alias: null, discourage_mutations: null, allow_start_mutation: true }),
    candidates: { spaces: [], listed: others.map(residueIndices) },
    sampler: createSampler({
      reference: residues,
      fields: new Float64Array(residues.length * AMINO_ACID_COUNT),
      sites: new Uint16Array(),
      couplings: new Float32Array(),
    }),
    objective: objectiveGoal({ measure, reference: Math.max(...measured.values) }, scorer, reference.length),
    constraints: [],
    filters: [],
    wanted,
    hitRedundancy: 10,
    shareLimit: { share: 0.5, isFirm: false },
    fillUp: true,
    exclude: measured.sequences.map(residueIndices),
    seed,
  };
  let state = engineerSearch.start(search);
  while (!state.done) state = engineerSearch.round(search, state);
  return engineerSearch.select(search, state).map(({ sequence }) => residueLetters(sequence));
}

function top({ others, wanted }: PoolRound, predicted: Float64Array): string[] {
  return [...predicted.keys()]
    .sort((a, b) => predicted[b]! - predicted[a]!)
    .slice(0, wanted)
    .map((at) => others[at]!);
}

function targetsOf({ measured, scale }: PoolRound): Float64Array {
  const values = Float64Array.from(measured.values);
  const transform = fitTransform(values, scale);
  return values.map((value) => applyTransform(transform, value));
}

function oneHotProcess(round: PoolRound) {
  return fitOneHotProcess(round.measured.sequences, targetsOf(round));
}

function thompson(round: PoolRound): string[] {
  const { others, wanted, seed } = round;
  const random = createRandom(`thompson/${seed}`);
  const process = oneHotProcess(round);
  const best = top({ ...round, wanted: JOINTLY / 3 }, process.predict(others));
  const rest = random.shuffle(others.filter((sequence) => !best.includes(sequence)));
  const some = [...best, ...rest.slice(0, JOINTLY - best.length)];
  const chosen = new Set<string>();
  for (const values of process.draw(some, wanted, random)) {
    const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!);
    chosen.add(some[order.find((at) => !chosen.has(some[at]!))!]!);
  }
  return [...chosen];
}

/** Predicts with ridge regression on one-hot residues, with a cross-validated penalty. */
function ridgeValues(round: PoolRound): Float64Array {
  const { measured, others, reference, seed } = round;
  const features = (rows: readonly string[]): SparseRows => oneHot(rows, reference);
  const ones = new Float64Array(measured.values.length).fill(1);
  const random: Random = createRandom(`ridge/${seed}`);
  const { fit } = ridgePenalty(features(measured.sequences), targetsOf(round), ones, random);
  return predictRidge(fit, features(others));
}

function oneHot(sequences: readonly string[], reference: string): SparseRows {
  const starts = new Uint32Array(sequences.length + 1);
  const columns: number[] = [];
  for (const [row, text] of sequences.entries()) {
    for (const [position, residue] of residueIndices(text).entries())
      if (text[position] !== reference[position]) columns.push(position * AMINO_ACID_COUNT + residue);
    starts[row + 1] = columns.length;
  }
  const width = reference.length * AMINO_ACID_COUNT;
  return {
    width,
    starts,
    columns: Uint32Array.from(columns),
    values: new Float64Array(columns.length).fill(1),
  };
}
