import { type Fields, type ShownTask, strictSource } from "./strictSources.ts";

/** Version 1 in the form that strict clients know: all fields stated, with their defaults. */

const MODEL = { domain_features: null, protein_model_type: null } as const;
const TEMPLATE = { min_mutations: 1, blocked_aas: [], blocked_motifs: [] } as const;

type Convert = (task: ShownTask, parameters: Fields) => Fields;

/** Returns fields that are present and not null. */
function stated(fields: unknown): Fields {
  return Object.fromEntries(Object.entries(fields as Fields).filter(([, value]) => value !== null));
}

export const strictTrainV1: Convert = (task, parameters) => ({
  ...MODEL,
  ...parameters,
  homologs: strictSource(task, parameters.homologs, "homologs"),
  dataset: strictSource(task, parameters.dataset, "dataset"),
});

export const strictDiversifyV1: Convert = (task, parameters) => ({
  ...MODEL,
  ...parameters,
  homologs: strictSource(task, parameters.homologs, "homologs"),
  template_sequence: { ...TEMPLATE, max_mutations: 4, ...stated(parameters.template_sequence) },
});

export const strictEngineerV1: Convert = (task, parameters) => ({
  custom_predictors: null,
  ...parameters,
  constraints: parameters.constraints ?? [],
  dataset: strictSource(task, parameters.dataset, "dataset"),
  template_sequences: (parameters.template_sequences as Fields[]).map((template) => ({
    ...TEMPLATE,
    max_mutations: 8,
    hit_redundancy: 10,
    blocked_regexps: [],
    must_match_regexps: [],
    ...stated(template),
  })),
});

export const strictSelectV1: Convert = (task, parameters) => {
  const method = parameters.selection_method as Fields;
  const path = "selection_method.assayed_sequences";
  return {
    clustered_batches: null,
    max_num_sequences_to_select: null,
    ...parameters,
    constraints: parameters.constraints ?? [],
    min_num_sequences_to_select: parameters.min_num_sequences_to_select ?? 0,
    sequences: strictSource(task, parameters.sequences, "sequences"),
    selection_method:
      "assayed_sequences" in method
        ? { ...method, assayed_sequences: strictSource(task, method.assayed_sequences, path) }
        : { hit_redundancy: 10, max_mutation_frequency: null, ...stated(method) },
  };
};
