import { conflict } from "#shared/basics/errors/errors.ts";
import { roundIdOf } from "#shared/domain/context.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { moveLoad } from "#shared/domain/loads/loadTransitions.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { moveTask as moved } from "#shared/domain/tasks/taskTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { artifactMoveWrites } from "#shared/store/artifacts.ts";
import { contextIsActive, movedContext } from "#shared/store/contexts.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact, type Write } from "#shared/store/dynamodb/items.ts";
import { findLoad, loadMoveWrites, readLoad } from "#shared/store/loads.ts";
import { readTask, taskMoveWrites } from "#shared/store/tasks.ts";
import { commit, PATIENCE } from "./commit.ts";
import { readerOfTask } from "./unfinishedReaders.ts";

/**
 * Moves a finished task, with its artifacts and result rows, to another round of its project, or out of all rounds. If it has
 * result rows, this is a new version. Throws a 409 while the task runs or another one uses its results.
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
  const move = async (): Promise<{ after: TaskRecord; writes: Write[] }> => {
    const before = await readTask(scope, id);
    const context = await movedContext(scope, before.item.context, roundId, "a task");
    const after = moved(before.item, context, stamp);
    const artifacts = [...new Set(artifactsOf(before.item.result))];
    const ofArtifacts = await Promise.all(
      artifacts.map((each) => artifactMoveWrites(scope, id, each, context)),
    );
    const writes = [
      ...taskMoveWrites(scope, before, after),
      ...ofArtifacts.flat(),
      ...contextIsActive(scope, context),
    ];
    return { after, writes };
  };
  if (loadId === null) {
    return retryConditionFailed(async () => {
      const { after, writes } = await move();
      await transact(workspaceDatabase(scope), writes);
      return after;
    });
  }
  let after = task;
  await commit(scope, PATIENCE.request, async (versionId) => {
    const plan = await move();
    after = plan.after;
    const load = await readLoad(scope, loadId);
    const ofLoad = loadMoveWrites(scope, load, moveLoad(load.item, after.context, versionId, stamp));
    return { kind: "MOVE_LOAD", stamp, loadId, tables: [], writes: [...plan.writes, ...ofLoad] };
  });
  return after;
}
