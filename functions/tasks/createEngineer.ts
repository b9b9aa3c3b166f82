import { operation } from "#shared/api/operation.ts";
import { taskContract } from "#shared/api/taskContract.ts";
import { exampleEngineer } from "#shared/api/taskExamples.ts";
import { Engineer } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfEngineer } from "#shared/tasks/parameterUses.ts";

export const createEngineer = operation(
  {
    summary: "Generate improved variants",
    description:
      "From a template, guided by a trained scorer towards an objective, within constraints. Requirements, discouraged ranges and the numbers of mutations hold for every design.",
    ...taskContract("engineer/v2", Engineer, exampleEngineer),
    capability: "can_generate_variants",
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "engineer/v2", body, usesOfEngineer(body.parameters)),
);
