/** JSON Schemas of task results, for the API document; the fields of a result determine which schema applies. */

const artifact = (description: string) =>
  object({ artifact_id: { type: "string", format: "int64" } }, description);
const report = artifact("The report as an artifact");
const model = (description: string) => ({ anyOf: [artifact(description), { type: "null" }], description });

const RESULTS = [
  object({ report }, "Result of an analysis"),
  object(
    {
      models: object(
        {
          kind: { const: "MONOMER" },
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
        "Reference of the table with the scores of all single substitutions; only for a training with a structure, or without measurements",
      ),
    },
  ),
  object(
    {
      selected_assemblies: object({ table: { type: "string" } }, "Reference of the table with the designs"),
      report,
    },
    "Result of diversify and engineer",
  ),
  object(
    {
      selected_assemblies: object(
        { table: { type: "string" } },
        "Reference of the table with the selected sequences",
      ),
    },
    "Result of a selection",
  ),
  object(
    {
      predictions: object({ table: { type: "string" } }, "Reference of the table with the predictions"),
      report,
    },
    "Result of a prediction",
  ),
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
