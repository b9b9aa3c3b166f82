import * as v from "valibot";
import { TaskContext } from "#shared/domain/context.ts";
import { Task, type TaskType, taskFields } from "#shared/domain/tasks/task.ts";
import { createdTask } from "./taskExamples.ts";

interface CreationExample {
  display_name: string;
  idempotency_key: string;
  parameters: object;
}

/** Returns the common contract of the operations that create tasks. `example` is the request in the document. */
export function taskContract<Parameters extends v.GenericSchema>(
  type: TaskType,
  parameters: Parameters,
  example: CreationExample,
) {
  return {
    method: "POST",
    path: `/v2/workspace/{workspace}/task/${type}:create`,
    tag: "Tasks",
    audience: "member",
    needs: ["table:write", "lake:read", "task:start"],
    body: v.object({ ...taskFields, context: TaskContext, parameters }),
    response: Task,
    errors: [400, 404, 409, 429],
    examples: { body: example, response: createdTask(type, example) },
  } as const;
}
