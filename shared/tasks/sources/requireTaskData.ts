import type { Visibility } from "#shared/domain/context.ts";
import { conflict, notFound } from "#shared/domain/errors.ts";
import { isPending } from "#shared/domain/tasks/task.ts";
import { taskReference } from "#shared/domain/tasks/taskReference.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";
import { findTask } from "#shared/store/tasks.ts";
import type { ParameterUses } from "../parameterUses.ts";

/**
 * Throws 404 for a task, an input or a table of a task that does not exist here, 409 for data that the task may still
 * bring.
 */
export async function requireTaskData(
  scope: WorkspaceScope,
  isVisible: Visibility,
  { taskId, kind, name }: ParameterUses["taskData"][number],
): Promise<void> {
  const task = await findTask(scope, taskId);
  if (!task || !isVisible(task.context)) throw notFound("task", taskId);
  const reference = taskReference(taskId, name);
  const isThere =
    kind === "SNAPSHOT"
      ? Object.hasOwn(task.data_snapshots, name) && task.data_snapshots[name] === reference
      : task.state === "COMPLETED" && (await findTable(scope, reference)) !== null;
  if (isThere) return;
  if (isPending(task)) {
    const what = kind === "SNAPSHOT" ? "has not read its data yet" : "is not COMPLETED yet";
    throw conflict("task_pending", `The task ${taskId} ${what}: try again when it has.`);
  }
  throw kind === "SNAPSHOT"
    ? notFound("snapshot", `"${name.slice(0, 100)}" of the task ${taskId}`)
    : notFound("table", `"${reference.slice(0, 128)}"`);
}
