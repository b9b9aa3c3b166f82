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

/** Lists the loads in a region that have work in progress, across all workspaces. */
export function loadsInProgress(settings: Settings): Promise<{ workspace_id: string; load_id: string }[]> {
  return listRegion(settings, loadsUnderWay);
}

/** Lists the unfinished tasks in a region, across all workspaces. */
export function tasksInProgress(settings: Settings): Promise<{ workspace_id: string; task_id: string }[]> {
  return listRegion(settings, tasksUnderWay);
}

/** Lists the unfinished queries in a region, across all workspaces. */
export function queriesInProgress(settings: Settings): Promise<{ workspace_id: string; query_id: string }[]> {
  return listRegion(settings, queriesUnderWay);
}

/** Lists the unfinished erasures in a region, across all workspaces. */
export function erasuresInProgress(
  settings: Settings,
): Promise<{ workspace_id: string; erasure_id: string }[]> {
  return listRegion(settings, erasuresUnderWay);
}

/** Lists the unfinished exports and imports in a region, across all workspaces. */
export function transfersInProgress(
  settings: Settings,
): Promise<{ workspace_id: string; transfer_id: string }[]> {
  return listRegion(settings, transfersUnderWay);
}

/** Removes the in-progress mark of a query. */
export function clearQueryMark(scope: WorkspaceScope, queryId: string): Promise<void> {
  return transact(workspaceDatabase(scope), [{ kind: "delete", key: queryUnderWayKey(scope.id, queryId) }]);
}

/** Removes the in-progress mark of a load. */
export function clearLoadMark(scope: WorkspaceScope, loadId: string): Promise<void> {
  return transact(workspaceDatabase(scope), [{ kind: "delete", key: loadUnderWayKey(scope.id, loadId) }]);
}

/** Removes the in-progress mark of a task. */
export function clearTaskMark(scope: WorkspaceScope, taskId: string): Promise<void> {
  return transact(workspaceDatabase(scope), [{ kind: "delete", key: taskUnderWayKey(scope.id, taskId) }]);
}

function listRegion<T>(settings: Settings, list: string): Promise<T[]> {
  const { region } = settings;
  if (region === null) throw new Error("Work is swept region by region");
  return listAll<T>(workspaceDatabase({ settings, region, id: "" }), list);
}
