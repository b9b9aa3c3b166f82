import { cutParameters } from "#shared/domain/tasks/cutParameters.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending } from "#shared/domain/tasks/taskTransitions.ts";

const ERASED =
  "This task was stopped because rows that it read were erased. Create it again with the remaining rows.";

/**
 * Returns a task that read erased rows, with its inputs and results removed. The literal rows are removed from its parameters,
 * and the rest is passed through `clean`. A running task fails; its execution notices that its attempt has been superseded.
 */
export function eraseTask(task: TaskRecord, clean: (value: unknown) => unknown, at: string): TaskRecord {
  const ended = isPending(task)
    ? {
        state: "FAILED" as const,
        failure: "USER" as const,
        attempt: task.attempt + 1,
        ended_at: at,
      }
    : {};
  const { parameters_cut: _, ...rest } = task;
  return {
    ...rest,
    ...ended,
    errors: task.errors.length > 0 || isPending(task) ? [ERASED] : [],
    parameters: clean(cutParameters(task.parameters)) as TaskRecord["parameters"],
    inputs: {},
    erased_at: task.erased_at ?? at,
    updated_at: at,
  };
}
