import { EXAMPLE_MONOMER } from "@pdp/basics/proteins";
import { EXAMPLE_ID } from "#shared/domain/id.ts";

/** Requests of version 1 in the API document. */

const context = { kind: "PROJECT", project_id: EXAMPLE_ID.project } as const;
const homologs = { kind: "TABLE", table: "petase_family" } as const;
const dataset = { kind: "TABLE", table: "variants" } as const;
const assay = {
  assay_id: "tm_celsius",
  name: "Melting temperature",
  unit: "°C",
  scale_type: "ADDITIVE",
} as const;
const objective = { assay_id: "tm_celsius", direction: "MAXIMIZE" } as const;
const scorer = { artifact_id: EXAMPLE_ID.scorer } as const;
const template = {
  template_id: "wild-type",
  sequence: EXAMPLE_MONOMER,
  num_results: 96,
  min_mutations: 1,
  max_mutations: 4,
  blocked_aas: [{ blocked_aas: "C", ranges: null }],
  blocked_motifs: [],
} as const;

const created = (display_name: string, idempotency_key: string) => ({
  context,
  display_name,
  idempotency_key,
});

export const exampleTrainV1 = {
  ...created("Models for round 1", "round-1-train-v1"),
  parameters: { homologs, dataset, assays: [assay], primary_objective: objective },
} as const;

export const exampleDiversifyV1 = {
  ...created("Library for round 1", "round-1-diversify-v1"),
  parameters: { template_sequence: template, homologs },
} as const;

export const exampleEngineerV1 = {
  ...created("Variants for round 2", "round-2-engineer-v1"),
  parameters: {
    dataset,
    assays: [assay],
    primary_objective: objective,
    constraints: [{ type: "ABSOLUTE_CONSTRAINT", ...objective, threshold: 60 }],
    samplers: [{ artifact_id: EXAMPLE_ID.sampler }],
    scorer,
    template_sequences: [{ ...template, max_mutations: 8, hit_redundancy: 10 }],
  },
} as const;

export const exampleSelectV1 = {
  ...created("Plate for round 2", "round-2-select-v1"),
  parameters: {
    sequences: { kind: "TASK_RESULT", table: "designs", task_id: EXAMPLE_ID.task },
    objective,
    selection_method: { scorer, hit_redundancy: 10 },
    max_num_sequences_to_select: 96,
  },
} as const;
