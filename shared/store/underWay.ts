import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import {
  MAX_LOADS_UNDER_WAY,
  MAX_TASKS_UNDER_WAY,
  tooManyLoads,
  tooManyTasks,
} from "#shared/domain/underWay.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { type Key, loadsUnderWayOf, tasksUnderWayOf } from "./dynamodb/keys.ts";
import { changeLoad, type StoredLoad } from "./loads.ts";

/*
 * What a workspace has under way is counted by the marks that the sweeper looks through. The limits are soft: two requests that
 * count at the same moment may both go on. They bound what piles up, not what runs.
 */

/** Applies a rule that puts work of a load under way. Rejects with a DomainError (`throttled`) where there is too much. */
export function beginLoadWork(
  scope: WorkspaceScope,
  id: string,
  rule: (load: StoredLoad) => LoadRecord | Promise<LoadRecord>,
): Promise<LoadRecord> {
  return changeLoad(scope, id, async (before) => {
    const after = await rule(before);
    const count = await countMarks(scope, loadsUnderWayOf(scope.id), MAX_LOADS_UNDER_WAY);
    if (count >= MAX_LOADS_UNDER_WAY) throw tooManyLoads(count);
    return after;
  });
}

/** Rejects with a DomainError (`throttled`) where the workspace may have no more tasks under way. */
export async function requireRoomForTask(scope: WorkspaceScope): Promise<void> {
  const count = await countMarks(scope, tasksUnderWayOf(scope.id), MAX_TASKS_UNDER_WAY);
  if (count >= MAX_TASKS_UNDER_WAY) throw tooManyTasks(count);
}

/** Returns how many keys of a list begin as `beginning` does, at most `most`. */
async function countMarks(scope: WorkspaceScope, beginning: Key, most: number): Promise<number> {
  const { client, table } = workspaceDatabase(scope);
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": beginning.pk, ":sk": beginning.sk },
      Select: "COUNT",
      ConsistentRead: true,
      Limit: most,
    }),
  );
  return Count;
}
