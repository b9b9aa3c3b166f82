import { operation } from "#shared/api/operation.ts";
import { taskContract } from "#shared/api/taskContract.ts";
import { exampleTrain } from "#shared/api/taskExamples.ts";
import { Train } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfTraining } from "#shared/tasks/parameterUses.ts";

export const createTrain = operation(
  {
    summary: "Train models on measurements",
    description:
      "A sampler (which sequences are plausible) and a scorer (what an assay will say of a sequence), with a report on how well the scorer predicts. Where its rank correlation is below 0.3 or its p-value above 0.05, use diversify rather than engineer.",
    ...taskContract("train/v2", Train, exampleTrain),
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "train/v2", body, usesOfTraining(body.parameters)),
);
