import { assemblyOf } from "@pdp/basics/proteins";
import { kindOf } from "./assembly.ts";
import { keptPositions } from "./keptPositions.ts";
import type { NewTask } from "./newTask.ts";
import type { PositionRange } from "./positions.ts";

/** Target value of an assay: absolute, in the assay's unit, or relative to the reference. */
export type Level = number | "reference";

export interface Goal {
  assay: string;
  direction: "MAXIMIZE" | "MINIMIZE";
  level: Level;
}

/** Ranking criterion for designs: values beyond a level, or close to it. */
export interface Objective {
  assay: string;
  direction: Goal["direction"] | "TARGET";
  level: Level;
}

type Generator = NewTask<"createDiversify">["parameters"]["generator"];
type ModelBased = Extract<Generator, { type: "MODEL_BASED" }>;

/** Kind of motif that can impair the development of an antibody. */
export type Liability = NonNullable<ModelBased["forbid_liabilities"]>[number];

export interface DesignOptions {
  project: string;
  /** Project round that the task belongs to; none if absent. */
  round?: string | null;
  /** Design template. */
  reference: string;
  /** Artifact with the model of plausible sequences. */
  sampler: string;
  count: number;
  maxMutations: number;
  /** Positions where the template residue is kept. */
  kept: readonly PositionRange[];
  /** Maximum share of designs with the same mutation, above 0 to 1; null for no limit. Defaults to the service's default. */
  maxMutationFrequency?: number | null | undefined;
  /** True if designs may include the insertions and deletions of measured variants. Defaults to false. */
  allowIndels?: boolean;
  /** Kinds of motifs that designs must not have; none if absent. */
  forbiddenLiabilities?: readonly Liability[];
  name?: string | null;
}

export interface EngineerOptions extends DesignOptions {
  /** Artifact with the assay model. */
  scorer: string;
  /** Design objective; null to search for designs that meet the constraints. */
  goal: Objective | null;
  constraints: readonly Goal[];
  /** Fraction of designs meant for learning, 0 to 1. Defaults to the service's default. */
  exploration?: number;
  /** Degenerate library in addition to the designs; none if absent. */
  library?: NewTask<"createEngineer">["parameters"]["library"];
}

/** Composes a request to design variants with better values. */
export function engineerRequest(options: EngineerOptions): NewTask<"createEngineer"> {
  const { goal, constraints, scorer, reference, exploration, library } = options;
  const measure = <Direction>({ assay, direction }: { assay: string; direction: Direction }) => ({
    assay_id: assay,
    direction,
  });
  const level = ({ level }: Objective) =>
    level === "reference" ? { reference: assemblyOf(reference) } : level;
  return {
    ...headOf(options),
    parameters: {
      ...designsOf(options),
      ranker: {
        type: "SCORE_BASED",
        primary_objective: goal && { measure: measure(goal), reference: level(goal) },
        constraints: constraints.map((each) => ({ measure: measure(each), threshold: level(each) })),
        scorer_config: { kind: `${kindOf(reference)}_SCORER` as const, scorer: { artifact_id: scorer } },
        ...(exploration !== undefined && { exploration }),
        ...frequencyOf(options),
      },
      ...(library !== undefined && { library }),
    },
  };
}

/** Composes a request to design diverse plausible variants. */
export function diversifyRequest(options: DesignOptions): NewTask<"createDiversify"> {
  const { sampler, reference } = options;
  return {
    ...headOf(options),
    parameters: {
      ...designsOf(options),
      ranker: {
        type: "LIKELIHOOD_BASED",
        sampler_config: {
          kind: `${kindOf(reference)}_SAMPLER` as const,
          sampler: { artifact_id: sampler },
          reference_assembly: assemblyOf(reference),
        },
        ...frequencyOf(options),
      },
    },
  };
}

function headOf({ project, round, name }: DesignOptions) {
  return {
    context: round
      ? { kind: "ROUND" as const, round_id: round }
      : { kind: "PROJECT" as const, project_id: project },
    ...(name && { display_name: name }),
  };
}

function designsOf({
  reference,
  sampler,
  count,
  maxMutations,
  kept,
  allowIndels,
  forbiddenLiabilities,
}: DesignOptions) {
  return {
    generator: {
      type: "MODEL_BASED" as const,
      template: {
        kind: kindOf(reference),
        assembly: assemblyOf(reference),
        sampler: { artifact_id: sampler },
      },
      max_mutations: maxMutations,
      requirements: keptPositions(reference, kept),
      // By default, the service keeps a start methionine.
      allow_start_mutation: !kept.some(([from]) => from === 0),
      allow_indels: allowIndels ?? false,
      ...(forbiddenLiabilities && { forbid_liabilities: [...forbiddenLiabilities] }),
    },
    num_assemblies: count,
  };
}

function frequencyOf({ maxMutationFrequency }: DesignOptions) {
  return maxMutationFrequency === undefined ? {} : { max_mutation_frequency: maxMutationFrequency };
}
