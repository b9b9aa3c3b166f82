import {
  designSpace,
  type EngineerPlan,
  engineerSearch,
  isFeasible,
  objectiveGoal,
} from "@pdp/science/designs";
import type { Threads } from "@pdp/science/linearAlgebra";
import { createScorer, fitSampler, fitScorer } from "@pdp/science/models";
import { residueIndices, residueLetters } from "@pdp/science/sequences";
import type { Generator } from "#shared/domain/tasks/generatorParameters.ts";

const ASSAY = "fitness";
const HIT_REDUNDANCY = 10;

/** Variant measured so far; its value is NaN if the measurement failed. */
export interface Measured {
  sequences: string[];
  values: number[];
}

export interface DesignRound {
  generator: Generator;
  /** Ranges of positions that do not mutate. */
  fixed?: [number, number][];
  reference: string;
  measured: Measured;
  wanted: number;
  seed: string;
  threads?: Threads | undefined;
}

/**
 * Runs one round of a campaign: trains the sampler and scorer on the measurements and designs the next variants. Throws if a
 * design violates a hard constraint.
 */
export async function designRound(round: DesignRound): Promise<string[]> {
  const { reference, measured, wanted, seed, threads } = round;
  const space = designSpace(round.generator, round.fixed);
  const { sampler } = await fitSampler({ reference: residueIndices(reference) });
  const { model } = await fitScorer(
    {
      reference,
      sequences: measured.sequences,
      assays: [{ assay_id: ASSAY, scale_type: "MULTIPLICATIVE" }],
      values: [Float64Array.from(measured.values)],
      sampler: null,
      seed,
    },
    { threads, kinds: ["fold", "final"] },
  );
  if (model === null) throw new Error("There was nothing to train a scorer on.");
  const scorer = createScorer(model, threads);
  const measure = { assay_id: ASSAY, direction: "MAXIMIZE" } as const;
  const best = Math.max(...measured.values.filter((value) => !Number.isNaN(value)));
  const sequences = measured.sequences.map(residueIndices);
  const plan: EngineerPlan = {
    space,
    sampler,
    objective: objectiveGoal({ measure, reference: best }, scorer, space.template.length),
    constraints: [],
    filters: [],
    wanted,
    hitRedundancy: HIT_REDUNDANCY,
    fillUp: false,
    seed,
    starts: sequences,
    exclude: sequences,
  };
  let state = engineerSearch.start(plan);
  while (!state.done) state = engineerSearch.round(plan, state);
  const designs = engineerSearch.select(plan, state).map(({ sequence }) => sequence);
  if (!designs.every((design) => isFeasible(space, design)))
    throw new Error("A design breaks a hard constraint.");
  return designs.map(residueLetters);
}
