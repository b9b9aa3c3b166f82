import type { Context } from "#shared/domain/context.ts";
import type { TaskType } from "#shared/domain/tasks/task.ts";
import type { NewTask } from "#shared/domain/tasks/taskTransitions.ts";

/** Fields of a new task, for tests in which only its type and context matter. */
export function emptyTask(type: TaskType, context: Context = { kind: "WORKSPACE" }): NewTask {
  const fields = { display_name: null, description: null, idempotency_key: null, parameters: {} };
  return { type, context, ...fields };
}
