import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { createdTask, exampleEngineer } from "#shared/api/taskExamples.ts";
import { TaskContext } from "#shared/domain/context.ts";
import { Task, taskFields } from "#shared/domain/tasks/task.ts";
import { Engineer } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfEngineer } from "#shared/tasks/parameterUses.ts";

export const createEngineer = operation(
  {
    summary: "Generate improved variants",
    description:
      "From a template, guided by a trained scorer towards an objective, within constraints. Requirements, discouraged ranges and the numbers of mutations hold for every design.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task/engineer/v2:create",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write", "lake:read", "task:start"],
    body: v.object({ ...taskFields, context: TaskContext, parameters: Engineer }),
    response: Task,
    capability: "can_generate_variants",
    errors: [400, 404, 409, 429],
    examples: { body: exampleEngineer, response: createdTask("engineer/v2", exampleEngineer) },
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "engineer/v2", body, usesOfEngineer(body.parameters)),
);
