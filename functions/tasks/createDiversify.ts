import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { createdTask, exampleDiversify } from "#shared/api/taskExamples.ts";
import { TaskContext } from "#shared/domain/context.ts";
import { Task, taskFields } from "#shared/domain/tasks/task.ts";
import { Diversify } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfDiversify } from "#shared/tasks/parameterUses.ts";

export const createDiversify = operation(
  {
    summary: "Generate diverse plausible variants",
    description:
      "From a template, under a sampler, without assay data: recommended when scorers have a rank correlation below 0.3 or a p-value above 0.05. Requirements, discouraged ranges and the numbers of mutations hold for every design.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task/diversify/v2:create",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write", "lake:read", "task:start"],
    body: v.object({ ...taskFields, context: TaskContext, parameters: Diversify }),
    response: Task,
    capability: "can_generate_variants",
    errors: [400, 404, 409, 429],
    examples: { body: exampleDiversify, response: createdTask("diversify/v2", exampleDiversify) },
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "diversify/v2", body, usesOfDiversify(body.parameters)),
);
