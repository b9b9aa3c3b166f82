import { conflict } from "#shared/basics/errors/errors.ts";
import { roundIdOf } from "#shared/domain/context.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { moveLoad as moved } from "#shared/domain/loads/loadTransitions.ts";
import { isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive, movedContext } from "#shared/store/contexts.ts";
import { retryConditionFailed } from "#shared/store/dynamodb/change.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { transact, type Write } from "#shared/store/dynamodb/items.ts";
import { loadMoveWrites, readLoad } from "#shared/store/loads.ts";
import { commit, PATIENCE } from "./commit.ts";
import { readerOfLoad } from "./unfinishedReaders.ts";

/**
 * Moves a load to another round of its project, or out of all rounds. If its rows are in the history, this is a new version:
 * earlier versions show the earlier round. Throws a 409 while the load is being changed or a task reads it.
 */
export async function moveLoad(
  scope: WorkspaceScope,
  id: string,
  roundId: string | null,
  stamp: AuditStamp,
): Promise<LoadRecord> {
  const load = (await readLoad(scope, id)).item;
  if (Object.keys(load.tables).some((reference) => isInternal({ reference })))
    throw conflict("load_of_task", `The load ${id} contains the results of a task: move the task instead.`);
  if (roundIdOf(load.context) === roundId) return load;
  const reader = load.committed ? await readerOfLoad(scope, load) : null;
  if (reader !== null)
    throw conflict(
      "load_in_use",
      `The task ${reader} is reading the load ${id}: wait until it has finished, or cancel it.`,
    );
  const move = async (versionId: string): Promise<{ after: LoadRecord; writes: Write[] }> => {
    const before = await readLoad(scope, id);
    const context = await movedContext(scope, before.item.context, roundId, "a load");
    const after = moved(before.item, context, versionId, stamp);
    return { after, writes: [...loadMoveWrites(scope, before, after), ...contextIsActive(scope, context)] };
  };
  let after = load;
  if (load.committed) {
    await commit(scope, PATIENCE.request, async (versionId) => {
      const plan = await move(versionId);
      after = plan.after;
      return { kind: "MOVE_LOAD", stamp, loadId: id, tables: [], writes: plan.writes };
    });
    return after;
  }
  return retryConditionFailed(async () => {
    const { after, writes } = await move("0");
    await transact(workspaceDatabase(scope), writes);
    return after;
  });
}
