import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { createdTask, exampleAnalyzeV2 } from "#shared/api/taskExamples.ts";
import { TaskContext } from "#shared/domain/context.ts";
import { Task, taskFields } from "#shared/domain/tasks/task.ts";
import { AnalyzeV2 } from "#shared/domain/tasks/taskParameters.ts";
import { createTask } from "#shared/tasks/createTask.ts";
import { usesOfAnalysis } from "#shared/tasks/parameterUses.ts";

export const createAnalyzeDataV2 = operation(
  {
    summary: "Analyse a data set",
    description:
      "A report on the measurements: distributions, replicates, batches, positions, the best and the worst variants, and whether a model can learn from them. Deprecated in favour of real-time analysis in the web application; it goes on working.",
    method: "POST",
    path: "/v2/workspace/{workspace}/task/analyze.data/v2:create",
    tag: "Tasks",
    audience: "member",
    needs: ["table:write", "lake:read", "task:start"],
    body: v.object({ ...taskFields, context: TaskContext, parameters: AnalyzeV2 }),
    response: Task,
    deprecated: true,
    errors: [400, 404, 409, 429],
    examples: { body: exampleAnalyzeV2, response: createdTask("analyze.data/v2", exampleAnalyzeV2) },
  },
  async ({ workspace, caller, body }) =>
    createTask(workspace, caller, "analyze.data/v2", body, usesOfAnalysis(body.parameters)),
);
