import { conflict } from "@pdp/basics/errors";
import { roundIdOf } from "#shared/domain/context.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { moveLoad } from "#shared/domain/loads/loadTransitions.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { moveTask as moved } from "#shared/domain/tasks/taskTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { artifactMoveWrites } from "#shared/store/artifacts.ts";
import { contextIsActive, movedContext } from "#shared/store/contexts.ts";
import { findLoad, loadMoveWrites, readLoad } from "#shared/store/loads.ts";
import { readTask, taskMoveWrites } from "#shared/store/tasks.ts";
import { commit, PATIENCE } from "./commit.ts";
import { readerOfTask } from "./unfinishedReaders.ts";

/**
 * Moves a finished task, with its artifacts and result rows, to another round of its project, or out of all rounds, in a new
 * version. Throws a 409 while the task runs or another one uses its results.
 */
export async function moveTask(
  scope: WorkspaceScope,
  id: string,
  roundId: string | null,
  stamp: AuditStamp,
): Promise<TaskRecord> {
  const task = (await readTask(scope, id)).item;
  if (roundIdOf(task.context) === roundId) return task;
  const loadId = task.data_load_id;
  const reader = await readerOfTask(scope, task, loadId === null ? null : await findLoad(scope, loadId));
  if (reader !== null)
    throw conflict(
      "task_in_use",
      `The task ${reader} uses results of the task ${id}: wait until it has finished, or cancel it.`,
    );
  let after = task;
  await commit(scope, PATIENCE.request, async (versionId) => {
    const before = await readTask(scope, id);
    const context = await movedContext(scope, before.item.context, roundId, "a task");
    after = moved(before.item, context, stamp);
    const artifacts = [...new Set(artifactsOf(before.item.result))];
    const writes = [
      ...taskMoveWrites(scope, before, after),
      ...(await Promise.all(artifacts.map((each) => artifactMoveWrites(scope, id, each, context)))).flat(),
      ...contextIsActive(scope, context),
    ];
    const rows = before.item.data_load_id === null ? null : await readLoad(scope, before.item.data_load_id);
    if (rows === null) return { kind: "MOVE_TASK", stamp, tables: [], writes };
    const ofRows = loadMoveWrites(scope, rows, moveLoad(rows.item, context, versionId, stamp));
    return { kind: "MOVE_TASK", stamp, loadId: rows.item.id, tables: [], writes: [...writes, ...ofRows] };
  });
  return after;
}
