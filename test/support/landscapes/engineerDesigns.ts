import { designSpace, type EngineerPlan, engineerSearch, objectiveGoal } from "@pdp/science/designs";
import type { Threads } from "@pdp/science/linearAlgebra";
import { type AssayPredictor, createScorer, fitSampler, fitScorer } from "@pdp/science/models";
import { residueLetters } from "@pdp/science/sequences";

import type { Measured } from "./library.ts";

const ASSAY = "activity";

/** Trains the scorer with the tasks' default settings. */
export async function trainScorer(
  reference: Uint8Array,
  { sequences, values }: Measured,
  seed: string,
  threads: Threads,
): Promise<AssayPredictor> {
  const { model } = await fitScorer(
    {
      reference: residueLetters(reference),
      sequences: sequences.map(residueLetters),
      assays: [{ assay_id: ASSAY, scale_type: "MULTIPLICATIVE" }],
      values: [Float64Array.from(values)],
      sampler: null,
      seed,
    },
    { threads, kinds: ["fold", "final"] },
  );
  const predictor = model === null ? undefined : createScorer(model, threads).get(ASSAY);
  if (predictor === undefined) throw new Error("There was nothing to train a scorer on.");
  return predictor;
}

export interface EngineerTask {
  reference: Uint8Array;
  measured: Measured;
  wanted: number;
  maxMutations: number;
  seed: string;
}

const STARTS = 200;

/** Designs variants with the default settings of engineer: they should beat the scorer's prediction for the reference. */
export async function engineerDesigns(
  predictor: AssayPredictor,
  { reference, measured, wanted, maxMutations, seed }: EngineerTask,
): Promise<Uint8Array[]> {
  const monomer = residueLetters(reference);
  const space = designSpace({
    template: { kind: "MONOMER", assembly: { monomer }, sampler: { artifact_id: "1" } },
    requirements: null,
    discourage_mutations: null,
    min_mutations: 1,
    max_mutations: maxMutations,
    alias: null,
    allow_start_mutation: true,
  });
  const { sampler } = await fitSampler({ reference });
  const measure = { assay_id: ASSAY, direction: "MAXIMIZE" } as const;
  const level = { reference: { monomer }, margin: null };
  const order = [...measured.values.keys()].sort((a, b) => measured.values[b]! - measured.values[a]!);
  const plan: EngineerPlan = {
    space,
    sampler,
    objective: objectiveGoal({ measure, reference: level }, new Map([[ASSAY, predictor]]), reference.length),
    constraints: [],
    filters: [],
    wanted,
    hitRedundancy: 1 + Math.floor(wanted / 30),
    fillUp: false,
    exploration: 0,
    seed,
    starts: order.slice(0, STARTS).map((row) => measured.sequences[row]!),
    exclude: measured.sequences,
  };
  let state = engineerSearch.start(plan);
  while (!state.done) state = engineerSearch.round(plan, state);
  return engineerSearch.select(plan, state).map(({ sequence }) => sequence);
}
