import { conflict } from "@pdp/basics/errors";
import { roundIdOf } from "#shared/domain/context.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { moveLoad as moved } from "#shared/domain/loads/loadTransitions.ts";
import { isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive, movedContext } from "#shared/store/contexts.ts";
import { loadMoveWrites, readLoad } from "#shared/store/loads.ts";
import { commit, PATIENCE } from "./commit.ts";
import { readerOfLoad } from "./unfinishedReaders.ts";

/**
 * Moves a load to another round of its project, or out of all rounds, in a new version: earlier versions show the earlier
 * round. Throws a 409 while the load is being changed or a task reads it.
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
  let after = load;
  // A load without rows also gets a version, so that an export notices that records have changed.
  await commit(scope, PATIENCE.request, async (versionId) => {
    const before = await readLoad(scope, id);
    const context = await movedContext(scope, before.item.context, roundId, "a load");
    after = moved(before.item, context, versionId, stamp);
    const writes = [...loadMoveWrites(scope, before, after), ...contextIsActive(scope, context)];
    return { kind: "MOVE_LOAD", stamp, loadId: id, tables: [], writes };
  });
  return after;
}
