import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { createdTask, exampleTrain } from "#shared/api/taskExamples.ts";
import { TaskContext } from "#shared/domain/context.ts";
import { Task, taskFields } from "#shared/domain/tasks/task.ts";
import { Train } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfTraining } from "#shared/tasks/parameterUses.ts";

export const createTrain = operation(
  {
    summary: "Train models on measurements",
    description:
      "A sampler (which sequences are plausible) and a scorer (what an assay will say of a sequence), with a report on how well the scorer predicts. Where its rank correlation is below 0.3 or its p-value above 0.05, use diversify rather than engineer.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task/train/v2:create",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write", "lake:read", "task:start"],
    body: v.object({ ...taskFields, context: TaskContext, parameters: Train }),
    response: Task,
    errors: [400, 404, 409, 429],
    examples: { body: exampleTrain, response: createdTask("train/v2", exampleTrain) },
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "train/v2", body, usesOfTraining(body.parameters)),
);
