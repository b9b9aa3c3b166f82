import { countOf, TASK_COUNTS, type TaskCounts, type TaskRecord } from "#shared/domain/tasks/task.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";
import type { Settings, WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItem, listItems, transact } from "./dynamodb/items.ts";
import { pendingTasks, taskCounterKey, taskCounters, tasks } from "./dynamodb/keys.ts";

/** Returns the counters of all workspaces in a region, by workspace id. */
export async function taskCountersOf(settings: Settings, region: Region): Promise<Map<string, TaskCounts>> {
  const database = workspaceDatabase({ settings, region, id: "" });
  const all = new Map<string, TaskCounts>();
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<Partial<TaskCounts>>(database, taskCounters, { after });
    for (const { sk, item } of items) all.set(String(Number(sk)), countsOf(item));
    if (!more) return all;
    after = items.at(-1)?.sk;
  }
}

export interface OldestTask {
  id: string;
  created_at: string;
}

/** Returns the task that has been pending for the longest time; null if none are pending. */
export async function oldestPending(scope: WorkspaceScope): Promise<OldestTask | null> {
  const { items } = await listItems<OldestTask>(workspaceDatabase(scope), pendingTasks(scope.id), {
    limit: 1,
  });
  const oldest = items[0]?.item;
  return oldest ? { id: oldest.id, created_at: oldest.created_at } : null;
}

export interface Recount {
  /** Counter values. */
  stored: TaskCounts;
  /** Actual task counts. */
  counted: TaskCounts;
}

/**
 * Counts the tasks of a workspace; with `fix`, the counters are then corrected. If they change in the meantime, the tasks are
 * counted again, so that the numbers are consistent.
 */
export function recountTasks(scope: WorkspaceScope, fix: boolean): Promise<Recount> {
  const database = workspaceDatabase(scope);
  const key = taskCounterKey(scope.id);
  return retryConditionFailed(async () => {
    const before = await getItem<Partial<TaskCounts>>(database, key);
    const counted = await countTasks(scope);
    const stored = countsOf(before?.item ?? {});
    const isSame = TASK_COUNTS.every((name) => stored[name] === counted[name]);
    if (!before) {
      if (!isSame && fix) await transact(database, [{ kind: "create", key, item: counted }]);
      return { stored, counted };
    }
    if (isSame) return { stored, counted };
    const { revision } = before;
    await transact(database, [
      fix ? { kind: "replace", key, item: counted, revision } : { kind: "check", key, equals: { revision } },
    ]);
    return { stored, counted };
  });
}

async function countTasks(scope: WorkspaceScope): Promise<TaskCounts> {
  const counts = countsOf({});
  for (let after: string | undefined; ; ) {
    const { items, more } = await listItems<TaskRecord>(workspaceDatabase(scope), tasks(scope.id), { after });
    for (const { item } of items) {
      const name = countOf(item);
      if (name) counts[name] += 1;
    }
    if (!more) return counts;
    after = items.at(-1)?.sk;
  }
}

function countsOf(item: Partial<TaskCounts>): TaskCounts {
  return Object.fromEntries(TASK_COUNTS.map((name) => [name, item[name] ?? 0])) as TaskCounts;
}
