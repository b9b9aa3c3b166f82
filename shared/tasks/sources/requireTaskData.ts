import { conflict, notFound } from "@pdp/basics/errors";
import type { Visibility } from "#shared/domain/context.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending } from "#shared/domain/tasks/taskTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findSnapshotRecord } from "#shared/store/snapshots.ts";
import { findTask } from "#shared/store/tasks.ts";
import type { ParameterUses } from "../datasetUses.ts";
import { resultRowsQuery, tasksOfSource } from "./resultRows.ts";

/**
 * Throws 404 for a task, an input or a task's table that does not exist here, and 409 for data that the task may still
 * produce.
 */
export async function requireTaskData(
  scope: WorkspaceScope,
  isVisible: Visibility,
  { source }: ParameterUses["taskData"][number],
): Promise<void> {
  if (source.kind === "TASK_RESULT") {
    for (const id of tasksOfSource(source)) {
      const task = await visibleTask(scope, isVisible, id);
      if (isPending(task)) throw pending(id, "is not COMPLETED yet");
    }
    await resultRowsQuery(scope, source);
    return;
  }
  if ("id" in source) {
    const record = await findSnapshotRecord(scope, source.id);
    if (!record) throw notFound("snapshot", source.id);
    const task = await findTask(scope, record.task_id);
    if (!task || !isVisible(task.context)) throw notFound("snapshot", source.id);
    return;
  }
  const { task_id: taskId, name } = source;
  const task = await visibleTask(scope, isVisible, taskId);
  if (Object.hasOwn(task.inputs, name)) return;
  if (isPending(task)) throw pending(task.id, "has not yet read its data");
  throw notFound("snapshot", `"${name.slice(0, 100)}" of the task ${task.id}`);
}

async function visibleTask(scope: WorkspaceScope, isVisible: Visibility, id: string): Promise<TaskRecord> {
  const task = await findTask(scope, id);
  if (!task || !isVisible(task.context)) throw notFound("task", id);
  return task;
}

function pending(id: string, what: string): Error {
  return conflict("task_pending", `The task ${id} ${what}. Try again when it has.`);
}
