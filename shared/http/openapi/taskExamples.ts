import { EXAMPLE_MONOMER } from "@pdp/basics/proteins";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import type { TaskType } from "#shared/domain/tasks/task.ts";

/** Requests that create the scenario's tasks; see `examples.ts`. */

const context = { kind: "PROJECT", project_id: EXAMPLE_ID.project } as const;
const dataset = { kind: "TABLE", table: "variants" } as const;
const assays = [{ assay_id: "tm_celsius", name: "Melting temperature", unit: "°C" }];

const monomer = EXAMPLE_MONOMER;

export const exampleAnalyzeV1 = {
  context,
  display_name: "Findings of round 1",
  idempotency_key: "round-1-analyze",
  parameters: { reference_sequence: monomer, dataset, assays },
} as const;

export const exampleAnalyzeV2 = {
  ...exampleAnalyzeV1,
  parameters: { reference: { monomer }, dataset, assays },
} as const;

export const exampleTrain = {
  context,
  display_name: "Stability model, round 1",
  idempotency_key: "round-1-train",
  parameters: {
    dataset,
    reference: { monomer },
    assays,
    homologs: { kind: "QUERY", query: "SELECT sequence FROM petase_family" },
  },
} as const;

const generator = {
  type: "MODEL_BASED",
  template: { kind: "MONOMER", assembly: { monomer }, sampler: { artifact_id: EXAMPLE_ID.sampler } },
  requirements: [{ apply_to: { ranges: { monomer: [[27, 75]] } }, motifs: ["NG", "DG"], operator: "none" }],
  discourage_mutations: { ranges: { monomer: [[0, 27]] } },
  min_mutations: 1,
  max_mutations: 5,
} as const;

export const exampleDiversify = {
  context,
  display_name: "Plausible variants for round 2",
  idempotency_key: "round-2-diversify",
  parameters: {
    generator,
    num_assemblies: 96,
    ranker: {
      type: "LIKELIHOOD_BASED",
      sampler_config: {
        kind: "MONOMER_SAMPLER",
        sampler: { artifact_id: EXAMPLE_ID.sampler },
        reference_assembly: { monomer },
      },
      hit_redundancy: 10,
    },
  },
} as const;

const measure = { assay_id: "tm_celsius", direction: "MAXIMIZE" } as const;

export const exampleEngineer = {
  context,
  display_name: "More stable variants for round 2",
  idempotency_key: "round-2-engineer",
  parameters: {
    generator,
    filterers: [
      {
        kind: "SCORED_FILTERER",
        scorer: { kind: "MONOMER", scorer: { artifact_id: EXAMPLE_ID.scorer } },
        constraints: [{ measure, threshold: { reference: { monomer }, margin: 2 } }],
      },
    ],
    num_assemblies: 96,
    ranker: {
      type: "SCORE_BASED",
      primary_objective: { measure, reference: { reference: { monomer } } },
      scorer_config: { kind: "MONOMER_SCORER", scorer: { artifact_id: EXAMPLE_ID.scorer } },
      hit_redundancy: 10,
    },
  },
} as const;

export const exampleSelect = {
  context,
  display_name: "A plate of designs",
  idempotency_key: "round-2-select",
  parameters: {
    assemblies: {
      kind: "MONOMER",
      source: { kind: "TASK_RESULT", table: "designs", task_id: EXAMPLE_ID.task },
    },
    ranker: { type: "PRE_RANKED", hit_redundancy: 3 },
    min_assemblies_to_select: 24,
    max_assemblies_to_select: 96,
  },
} as const;

export const examplePredict = {
  context,
  display_name: "Model predictions for the library",
  idempotency_key: "round-2-predict",
  parameters: {
    scorer: { artifact_id: EXAMPLE_ID.scorer },
    assemblies: { kind: "MONOMER", source: { kind: "QUERY", query: "SELECT sequence FROM petase_library" } },
  },
} as const;

export interface Creation {
  display_name: string;
  idempotency_key: string;
  parameters: object;
}

/** Returns the fields in which the response to a create request differs from the document's example of a task. */
export function exampleTask(type: TaskType, { display_name, idempotency_key, parameters }: Creation) {
  const created = { type, display_name, idempotency_key, parameters };
  return { ...created, state: "INIT", data_snapshots: {}, data_versions: {}, result: null };
}
