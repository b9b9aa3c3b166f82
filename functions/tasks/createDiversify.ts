import { operation } from "#shared/api/operation.ts";
import { taskContract } from "#shared/api/taskContract.ts";
import { exampleDiversify } from "#shared/api/taskExamples.ts";
import { Diversify } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfDiversify } from "#shared/tasks/parameterUses.ts";

export const createDiversify = operation(
  {
    summary: "Generate diverse plausible variants",
    description:
      "From a template, under a sampler, without assay data: recommended when scorers have a rank correlation below 0.3 or a p-value above 0.05. Requirements, discouraged ranges and the numbers of mutations hold for every design.",
    ...taskContract("diversify/v2", Diversify, exampleDiversify),
    capability: "can_generate_variants",
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "diversify/v2", body, usesOfDiversify(body.parameters)),
);
