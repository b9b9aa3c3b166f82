import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { MAX_QUERIES_UNDER_WAY, tooManyQueries } from "#shared/domain/queries/queryTransitions.ts";
import {
  MAX_LOADS_UNDER_WAY,
  MAX_TASKS_UNDER_WAY,
  tooManyLoads,
  tooManyTasks,
} from "#shared/domain/underWay.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { listAll, transact } from "./dynamodb/items.ts";
import type { Key } from "./dynamodb/keyParts.ts";
import {
  erasuresUnderWay,
  loadsUnderWay,
  loadsUnderWayOf,
  loadUnderWayKey,
  queriesUnderWay,
  queriesUnderWayOf,
  queryUnderWayKey,
  tasksUnderWay,
  tasksUnderWayOf,
  taskUnderWayKey,
  transfersUnderWay,
} from "./dynamodb/keys.ts";
import { changeActiveLoad, changeLoad } from "./loads.ts";

/*
 * The work of a workspace that is in progress is counted by the sweeper's marks. The limits are soft: two concurrent
 * requests may both succeed. They bound the backlog, not the running work.
 */

type LoadRule = (load: LoadRecord) => LoadRecord | Promise<LoadRecord>;

/**
 * Applies a rule that starts work on a load. Rejects with a DomainError (`throttled`) if the workspace has too much work in
 * progress.
 */
export function beginLoadWork(scope: WorkspaceScope, id: string, rule: LoadRule): Promise<LoadRecord> {
  return changeLoad(scope, id, withinLoadLimit(scope, rule));
}

/** Applies a rule that starts an ingestion, on condition that the load's project and round are active. */
export function beginIngestion(scope: WorkspaceScope, id: string, rule: LoadRule): Promise<LoadRecord> {
  return changeActiveLoad(scope, id, withinLoadLimit(scope, rule));
}

function withinLoadLimit(scope: WorkspaceScope, rule: LoadRule): LoadRule {
  return async (before) => {
    const counting = countMarks(scope, loadsUnderWayOf(scope.id), MAX_LOADS_UNDER_WAY);
    // The rule may throw first.
    counting.catch(() => undefined);
    const [after, count] = await Promise.all([rule(before), counting]);
    if (count >= MAX_LOADS_UNDER_WAY) throw tooManyLoads(count);
    return after;
  };
}

/** Rejects with a DomainError (`throttled`) if the workspace has too many tasks in progress. */
export async function requireRoomForTask(scope: WorkspaceScope): Promise<void> {
  const count = await countMarks(scope, tasksUnderWayOf(scope.id), MAX_TASKS_UNDER_WAY);
  if (count >= MAX_TASKS_UNDER_WAY) throw tooManyTasks(count);
}

/** Rejects with a DomainError (`throttled`) if the workspace has too many queries in progress. */
export async function requireRoomForQuery(scope: WorkspaceScope): Promise<void> {
  const count = await countMarks(scope, queriesUnderWayOf(scope.id), MAX_QUERIES_UNDER_WAY);
  if (count >= MAX_QUERIES_UNDER_WAY) throw tooManyQueries(count);
}

/** Counts the keys in a list that start with the prefix `beginning`, up to `maximum`. */
async function countMarks(scope: WorkspaceScope, beginning: Key, maximum: number): Promise<number> {
  const { client, table } = workspaceDatabase(scope);
  const { Count = 0 } = await client.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: "pk = :pk AND begins_with(sk, :sk)",
      ExpressionAttributeValues: { ":pk": beginning.pk, ":sk": beginning.sk },
      Select: "COUNT",
      ConsistentRead: true,
      Limit: maximum,
    }),
  );
  return Count;
}

/** Returns a function that lists the marks of one kind in a region, across all workspaces. */
function listMarks<Mark>(list: string) {
  return (settings: Settings): Promise<({ workspace_id: string } & Mark)[]> => {
    const { region } = settings;
    if (region === null) throw new Error("Work is swept region by region");
    return listAll(workspaceDatabase({ settings, region, id: "" }), list);
  };
}

/** Lists the loads in a region that have work in progress. */
export const loadsInProgress = listMarks<{ load_id: string }>(loadsUnderWay);
/** Lists the unfinished tasks in a region. */
export const tasksInProgress = listMarks<{ task_id: string }>(tasksUnderWay);
/** Lists the unfinished queries in a region. */
export const queriesInProgress = listMarks<{ query_id: string }>(queriesUnderWay);
/** Lists the unfinished erasures in a region. */
export const erasuresInProgress = listMarks<{ erasure_id: string }>(erasuresUnderWay);
/** Lists the unfinished exports and imports in a region. */
export const transfersInProgress = listMarks<{ transfer_id: string }>(transfersUnderWay);

/** Returns a function that removes the in-progress mark of a resource. */
function clearMark(keyOf: (workspaceId: string, id: string) => Key) {
  return (scope: WorkspaceScope, id: string): Promise<void> =>
    transact(workspaceDatabase(scope), [{ kind: "delete", key: keyOf(scope.id, id) }]);
}

export const clearQueryMark = clearMark(queryUnderWayKey);
export const clearLoadMark = clearMark(loadUnderWayKey);
export const clearTaskMark = clearMark(taskUnderWayKey);
