/** JSON Schemas of task results, for the API document; the fields of a result determine which schema applies. */

const artifact = (description: string) =>
  object({ artifact_id: { type: "string", format: "int64" } }, description);
const report = artifact("The report as an artifact");
const model = (description: string) => ({ anyOf: [artifact(description), { type: "null" }], description });

const tableRef = (description: string) => object({ table: { type: "string" } }, description);
const LIBRARY = { library: tableRef("Table with degenerate libraries, if they were requested") };
const TEMPLATE_METADATA = object(
  {
    template_id: { type: "string" },
    sequence: { type: "string" },
    blocked_aas: { type: "array", items: { type: "object" } },
    min_mutations: { type: "integer" },
    max_mutations: { type: "integer" },
    structure: { anyOf: [{ type: "string" }, { type: "null" }], description: "Always null" },
  },
  "A template and its limits",
);

const RESULTS = [
  object({ report }, "Result of an analysis"),
  object(
    {
      models: object(
        {
          kind: { enum: ["MONOMER", "VH_VL"] },
          sampler: artifact("The model of plausible sequences"),
          conditioned_sampler: model(
            "Sampler that prefers sequences with high values; null if there is none",
          ),
          scorer: model("Model of the assays; null if there is none"),
        },
        "The trained models as artifacts",
      ),
      report,
    },
    "Result of a training run",
    {
      substitutions: object(
        { table: { type: "string" } },
        "Reference of the table with the scores of all single substitutions; only for a training run with a structure, or without measurements",
      ),
    },
  ),
  object(
    {
      selected_assemblies: object({ table: { type: "string" } }, "Reference of the table with the designs"),
      report,
    },
    "Result of diversify and engineer",
    LIBRARY,
  ),
  object(
    {
      selected_assemblies: object(
        { table: { type: "string" } },
        "Reference of the table with the selected sequences",
      ),
    },
    "Result of a selection",
    LIBRARY,
  ),
  object(
    {
      predictions: object({ table: { type: "string" } }, "Reference of the table with the predictions"),
      report,
    },
    "Result of a prediction",
  ),
  object(
    {
      base_sampler: artifact("The model of plausible sequences"),
      conditioned_sampler: model("Sampler that prefers sequences with high values; null if there is none"),
      scorer: model("Model of the assays"),
      prediction_data: tableRef("Table with the measured and predicted values of the trained sequences"),
      generator_prediction_data: tableRef("Table with the plausibility of the trained sequences"),
      report,
    },
    "Result of train/v1",
  ),
  object(
    {
      selected_sequences: tableRef("Table with the designs"),
      generated_sequences: tableRef("Table with the candidates from which they were selected"),
      template_metadata: TEMPLATE_METADATA,
      report,
    },
    "Result of diversify/v1",
  ),
  object(
    {
      selected_sequences: tableRef("Table with the designs"),
      engineered_sequences: tableRef("Table with the candidates from which they were selected"),
      num_evaluated_seqs: { type: "integer", description: "Number of candidates that were evaluated" },
      num_generated_seqs: { type: "integer", description: "Number of candidates that were generated" },
      new_mutation_ratio: {
        type: "number",
        description: "Share of the designs' distinct mutations that the dataset does not have",
      },
      template_metadata: { type: "array", items: TEMPLATE_METADATA },
      report,
    },
    "Result of engineer/v1",
  ),
  object({ selected_sequences: tableRef("Table with the selected sequences") }, "Result of select/v1"),
];

/** JSON Schema of a task result: one of the above, or null before the task is COMPLETED. */
export const RESULT_SCHEMA = {
  oneOf: [...RESULTS, { type: "null" }],
  description:
    "Ids of the task's results; null until it is COMPLETED. The shape depends on the task's `type`",
};

function object(
  properties: Record<string, object>,
  description: string,
  optional: Record<string, object> = {},
) {
  return {
    type: "object",
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
    description,
  };
}
