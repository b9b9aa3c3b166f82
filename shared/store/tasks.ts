import type { Context } from "#shared/domain/context.ts";
import { conflict, type DomainError, notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { countOf, isPending, type TaskRecord } from "#shared/domain/tasks/task.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { retryConditionFailed } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { ConditionFailed, getItem, getItems, type Stored, transact, type Write } from "./dynamodb/items.ts";
import { withJsonRead, withJsonText } from "./dynamodb/jsonFields.ts";
import {
  activeTaskKey,
  activeTasks,
  idempotencyKey,
  type Key,
  pendingTaskKey,
  taskCounterKey,
  taskKey,
  taskOfProjectKey,
  taskOfRoundKey,
  tasks,
  tasksOfProject,
  tasksOfRound,
  taskUnderWayKey,
} from "./dynamodb/keys.ts";
import { readPage } from "./dynamodb/readPage.ts";
import { archivedMeanwhile, projectIsActive } from "./projects.ts";
import { roundIsActive } from "./rounds.ts";

export type StoredTask = Stored<TaskRecord>;

/** Fields whose content depends on the task's type. */
const FREE = ["parameters", "result", "status_details"] as const;

/** Stores a new task, on condition that its project and round are active and its idempotency key is free. */
export async function createTaskRecord(scope: WorkspaceScope, task: TaskRecord): Promise<void> {
  const { context } = task;
  const checks: { what: "project" | "round"; id: string; write: Write }[] = [];
  if (context.kind !== "WORKSPACE") {
    const { project_id: id } = context;
    checks.push({ what: "project", id, write: projectIsActive(scope, id) });
  }
  if (context.kind === "ROUND") {
    const { round_id: id } = context;
    checks.push({ what: "round", id, write: roundIsActive(scope, id) });
  }
  const key = task.idempotency_key === null ? [] : [keyWrite(scope, context, task.idempotency_key, task.id)];
  const writes: Write[] = [
    ...checks.map(({ write }) => write),
    ...key,
    { kind: "create", key: taskKey(scope.id, task.id), item: withJsonText(task, FREE) },
    ...listKeys(scope, context, task.id).map(
      (listed): Write => ({ kind: "put", key: listed, item: { id: task.id } }),
    ),
    ...stateWrites(scope, null, task),
  ];
  try {
    await transact(workspaceDatabase(scope), writes);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const check = checks[error.index];
    if (check) throw archivedMeanwhile(error, error.index, check.what, check.id);
    if (error.index === checks.length && key.length > 0) {
      throw await keyTaken(scope, context, task.idempotency_key ?? "");
    }
    throw error;
  }
}

/** Returns the keys of a task in the lists that it never leaves. */
function listKeys(scope: WorkspaceScope, context: Context, id: string): Key[] {
  const keys: Key[] = [];
  if (context.kind !== "WORKSPACE") keys.push(taskOfProjectKey(scope.id, context.project_id, id));
  if (context.kind === "ROUND") keys.push(taskOfRoundKey(scope.id, context.round_id, id));
  return keys;
}

function contextText(context: Context): string {
  if (context.kind === "WORKSPACE") return "W";
  return context.kind === "PROJECT" ? `P#${context.project_id}` : `R#${context.round_id}`;
}

function keyWrite(scope: WorkspaceScope, context: Context, key: string, taskId: string): Write {
  return {
    kind: "create",
    key: idempotencyKey(scope.id, contextText(context), key),
    item: { task_id: taskId },
  };
}

async function keyTaken(scope: WorkspaceScope, context: Context, key: string): Promise<DomainError> {
  const held = idempotencyKey(scope.id, contextText(context), key);
  const holder = await getItem<{ task_id: string }>(workspaceDatabase(scope), held);
  return conflict(
    "idempotency_key_taken",
    `The idempotency key "${key}" belongs to the task ${holder?.task_id} of this context.`,
  );
}

/** Returns the writes that depend on a task's state: counters, the list of pending tasks, the sweeper's mark. */
function stateWrites(scope: WorkspaceScope, before: TaskRecord | null, after: TaskRecord): Write[] {
  const { id } = after;
  const writes: Write[] = [];
  const was = before && countOf(before);
  const is = countOf(after);
  if (was !== is) {
    const amounts: Record<string, number> = {};
    if (was) amounts[was] = -1;
    if (is) amounts[is] = 1;
    writes.push({ kind: "add", key: taskCounterKey(scope.id), amounts });
  }
  const pending = isPending(after);
  if (!before || isPending(before) !== pending) {
    const listed = pendingTaskKey(scope.id, id);
    const mark = taskUnderWayKey(scope.id, id);
    writes.push(
      pending
        ? { kind: "put", key: listed, item: { id, created_at: after.created_at } }
        : { kind: "delete", key: listed },
      pending
        ? { kind: "put", key: mark, item: { workspace_id: scope.id, task_id: id } }
        : { kind: "delete", key: mark },
    );
  }
  if (!before || (before.archived_at === null) !== (after.archived_at === null)) {
    const listed = activeTaskKey(scope.id, id);
    writes.push(
      after.archived_at === null
        ? { kind: "put", key: listed, item: { id } }
        : { kind: "delete", key: listed },
    );
  }
  return writes;
}

/**
 * Returns the writes of one transaction that replace a task as it was read, with everything that depends on its state.
 */
export function taskWrites(scope: WorkspaceScope, before: StoredTask, after: TaskRecord): Write[] {
  const { revision, ...was } = before;
  const key = after.idempotency_key;
  return [
    { kind: "replace", key: taskKey(scope.id, after.id), item: withJsonText(after, FREE), revision },
    ...(key !== null && was.idempotency_key === null ? [keyWrite(scope, after.context, key, after.id)] : []),
    ...stateWrites(scope, was, after),
  ];
}

export async function findTask(scope: WorkspaceScope, id: string): Promise<StoredTask | null> {
  const item = await getItem<TaskRecord>(workspaceDatabase(scope), taskKey(scope.id, id));
  return item && withJsonRead(item, FREE);
}

export async function getTask(scope: WorkspaceScope, id: string): Promise<StoredTask> {
  const task = await findTask(scope, id);
  if (!task) throw notFound("task", id);
  return task;
}

/** Applies a rule to the stored task. */
export function changeTask(
  scope: WorkspaceScope,
  id: string,
  rule: (task: TaskRecord) => TaskRecord | Promise<TaskRecord>,
): Promise<TaskRecord> {
  return retryConditionFailed(async () => {
    const before = await getTask(scope, id);
    const { revision: _, ...task } = before;
    const after = await rule(task);
    if (after === task) return task;
    try {
      await transact(workspaceDatabase(scope), taskWrites(scope, before, after));
    } catch (error) {
      const key = before.idempotency_key === null ? after.idempotency_key : null;
      // The write of the idempotency key follows that of the task.
      if (key === null || !(error instanceof ConditionFailed) || error.index !== 1) throw error;
      throw await keyTaken(scope, before.context, key);
    }
    return after;
  });
}

export interface TaskFilter {
  type: string | null;
  state: string | null;
  projectId: string | null;
  roundId: string | null;
  includeArchived: boolean;
}

/** Lists tasks; those of a project include those of its rounds. */
export function listTasks(
  scope: WorkspaceScope,
  filter: TaskFilter,
  request: PageRequest,
): Promise<Page<TaskRecord>> {
  const database = workspaceDatabase(scope);
  const { type, state, includeArchived } = filter;
  return readPage<{ id: string }, TaskRecord>(
    database,
    {
      pk: listOf(scope, filter),
      identity: JSON.stringify([type, state, includeArchived]),
      resolve: async (entries) => {
        const keys = entries.map(({ id }) => taskKey(scope.id, id));
        const found = new Map((await getItems<TaskRecord>(database, keys)).map((task) => [task.id, task]));
        return entries.map(({ id }) => {
          const task = found.get(id);
          if (!task || (type !== null && task.type !== type) || (state !== null && task.state !== state))
            return null;
          return includeArchived || task.archived_at === null ? withJsonRead(task, FREE) : null;
        });
      },
    },
    request,
  );
}

function listOf(scope: WorkspaceScope, { projectId, roundId, includeArchived }: TaskFilter): string {
  if (roundId !== null) return tasksOfRound(scope.id, roundId);
  if (projectId !== null) return tasksOfProject(scope.id, projectId);
  return includeArchived ? tasks(scope.id) : activeTasks(scope.id);
}
