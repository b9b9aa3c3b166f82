import type { Context } from "#shared/domain/context.ts";
import type { NewTask, TaskType } from "#shared/domain/tasks/task.ts";

/** What a task is created with where nothing matters but its type and its context. */
export function emptyTask(type: TaskType, context: Context = { kind: "WORKSPACE" }): NewTask {
  const fields = { display_name: null, description: null, idempotency_key: null, parameters: {} };
  return { type, context, ...fields };
}
