import * as v from "valibot";
import { TaskContext } from "#shared/domain/context.ts";
import { AnalyzeV1, AnalyzeV2 } from "#shared/domain/tasks/analyzeParameters.ts";
import { Diversify, Engineer } from "#shared/domain/tasks/designParameters.ts";
import { Predict } from "#shared/domain/tasks/predictParameters.ts";
import { Select } from "#shared/domain/tasks/selectParameters.ts";
import { generatesVariants, Task, type TaskType, taskFields } from "#shared/domain/tasks/task.ts";
import { Train } from "#shared/domain/tasks/trainParameters.ts";
import { DiversifyV1, EngineerV1, SelectV1, TrainV1 } from "#shared/domain/tasks/versionOne/parameters.ts";
import {
  type Creation,
  exampleAnalyzeV1,
  exampleAnalyzeV2,
  exampleDiversify,
  exampleEngineer,
  examplePredict,
  exampleSelect,
  exampleTask,
  exampleTrain,
} from "#shared/http/openapi/taskExamples.ts";
import {
  exampleDiversifyV1,
  exampleEngineerV1,
  exampleSelectV1,
  exampleTrainV1,
} from "#shared/http/openapi/versionOneExamples.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import type { ParameterUses } from "#shared/tasks/datasetUses.ts";
import {
  usesOfAnalysis,
  usesOfDiversify,
  usesOfEngineer,
  usesOfPrediction,
  usesOfSelection,
  usesOfTraining,
} from "#shared/tasks/parameterUses.ts";
import {
  usesOfDiversifyV1,
  usesOfEngineerV1,
  usesOfSelectV1,
  usesOfTrainV1,
} from "#shared/tasks/versionOne/usesV1.ts";

const ANALYSIS =
  "A report on the measurements: distributions, replicates, batches, positions, best and worst variants, and whether a model can learn from them.";
const HARD_LIMITS =
  "Every design satisfies the requirements and the mutation limits. If the template starts with M, position 1 is mutated only if `allow_start_mutation` is true. Discouraged ranges are mutated less often, but are not excluded.";

const TRAIN_FORMS =
  'Accepts the data in either of two forms: `{"dataset": …, "reference": {"monomer": …}, "assays": […], "homologs": …}`, or `{"data": {"kind": "HOMOLOGS", "homologs": …, "dataset": …}, "assays": […], "primary_objective": {"assay_id": …, "direction": …}}`. Without homologs, `data` is `{"kind": "DATASET", "dataset": …}`. In the second form, `reference` defaults to the sequence in the first row of the dataset.';

export const createAnalyzeDataV1 = creation("analyze.data/v1", AnalyzeV1, usesOfAnalysis, exampleAnalyzeV1, {
  summary: "Analyze a data set (first version)",
  description: `${ANALYSIS} Superseded by analyze.data/v2.`,
  deprecated: true,
});

export const createAnalyzeDataV2 = creation("analyze.data/v2", AnalyzeV2, usesOfAnalysis, exampleAnalyzeV2, {
  summary: "Analyze a data set",
  description: `${ANALYSIS} Deprecated in favor of real-time analysis in the web application, but still supported.`,
  deprecated: true,
});

export const createTrain = creation("train/v2", Train, usesOfTraining, exampleTrain, {
  summary: "Train models on measurements",
  description: `Trains a sampler, which proposes plausible sequences, and a scorer, which predicts assay values. The report states the quality and use of predictions: to order variants (a rank correlation of at least 0.3 with a p-value of at most 0.05), or only to find the best ones (the tenth with the highest predictions contains at least twice as many of the highest tenth as expected by chance, with a p-value of at most 0.01; the lowest tenth for an assay that the primary objective minimizes). If neither holds, use diversify instead of engineer. Assays with values of fewer than 10 different sequences are omitted if another one has more; the report names them. If the dataset has a column batch_id, differences between batches, such as plates, are removed first: as a factor (MULTIPLICATIVE) or an offset (ADDITIVE) estimated from sequences measured in several batches, or by ranks within the batch (RANK). If the rows come from several rounds, a batch is a plate within its round, except for RANK; a query must select "$load_id" for this. Score columns (features of the dataset) are used as far as the assays depend on them. ${TRAIN_FORMS}`,
});

export const createDiversify = creation("diversify/v2", Diversify, usesOfDiversify, exampleDiversify, {
  summary: "Generate diverse plausible variants",
  description: `Generates variants of a template with a sampler, without using assay data. Recommended if the scorers' rank correlation is below 0.3 or its p-value is above 0.05. ${HARD_LIMITS}`,
});

export const createEngineer = creation("engineer/v2", Engineer, usesOfEngineer, exampleEngineer, {
  summary: "Generate improved variants",
  description: `Generates variants of a template that satisfy constraints, guided towards an objective by a trained scorer. ${HARD_LIMITS}`,
});

export const createSelect = creation("select/v2", Select, usesOfSelection, exampleSelect, {
  summary: "Select from given sequences",
  description:
    "Ranks the sequences from a source by a sampler, a scorer or row order, and selects the best ones that are sufficiently different from each other. With a sampler or scorer, the task produces a report.",
});

export const createPredict = creation("predict/v1", Predict, usesOfPrediction, examplePredict, {
  summary: "Predict given sequences",
  description:
    "Predicts assay values with a trained model for the sequences from a source, or for all single substitutions of a template: mean and standard deviation for each assay, and the number of substitutions to the nearest measured variant. Accepts at most 50,000 distinct sequences. Sequences with a different length from the model's have no predictions unless the model was trained on such insertions and deletions.",
});

const VERSION_ONE =
  "Version 1: one chain, and tables with a column `sequence`. Runs like version 2; the result has the fields of version 1.";

export const createTrainV1 = creation("train/v1", TrainV1, usesOfTrainV1, exampleTrainV1, {
  summary: "Train models on measurements (version 1)",
  description: `${VERSION_ONE} The tables in the result have the predictions for the trained sequences.`,
});

export const createDiversifyV1 = creation(
  "diversify/v1",
  DiversifyV1,
  usesOfDiversifyV1,
  exampleDiversifyV1,
  {
    summary: "Generate diverse plausible variants (version 1)",
    description: `${VERSION_ONE} A sampler is trained on the homologs first.`,
  },
);

export const createEngineerV1 = creation("engineer/v1", EngineerV1, usesOfEngineerV1, exampleEngineerV1, {
  summary: "Generate improved variants (version 1)",
  description: `${VERSION_ONE} Several templates or samplers are searched in parallel, and the designs are the best of all of them: \`num_results\` of the templates are added up, and the largest \`hit_redundancy\` applies.`,
});

export const createSelectV1 = creation("select/v1", SelectV1, usesOfSelectV1, exampleSelectV1, {
  summary: "Select from given sequences (version 1)",
  description: VERSION_ONE,
});

/** Returns the operation that creates tasks of a given type. `usesOf` returns the references in their parameters. */
function creation<P extends object>(
  type: TaskType,
  parameters: v.GenericSchema<unknown, P>,
  usesOf: (parameters: P) => ParameterUses,
  example: Creation,
  contract: { summary: string; description: string; deprecated?: boolean },
) {
  return operation(
    {
      ...contract,
      method: "POST",
      path: `/v2/workspace/{workspace}/task/${type}:create`,
      tag: "Tasks",
      audience: "member",
      role: "scientist",
      needs: ["table:write", "lake:write", "task:start"],
      body: v.object({ ...taskFields, context: TaskContext, parameters }),
      response: Task,
      errors: [400, 404, 409, 429],
      examples: { body: example, response: exampleTask(type, example) },
      ...(generatesVariants({ type }) ? { capability: "can_generate_variants" as const } : {}),
    },
    ({ workspace, caller, body, sent, signal }) =>
      createTask(workspace, caller, { type, request: body, sent }, usesOf, signal),
  );
}
