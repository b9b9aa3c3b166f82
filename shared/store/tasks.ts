import { conflict, type DomainError, notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import type { ContextFilter, TaskContext } from "#shared/domain/context.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { countOf, type TaskRecord, TaskState, TaskType } from "#shared/domain/tasks/task.ts";
import { isPending } from "#shared/domain/tasks/taskTransitions.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { contextIsActive } from "./contexts.ts";
import { changeItem } from "./dynamodb/change.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  entryWrite,
  getItem,
  getItems,
  listAll,
  type Stored,
  transact,
  type Write,
} from "./dynamodb/items.ts";
import { withJsonRead, withJsonText } from "./dynamodb/jsonFields.ts";
import { contextKeys, listInContext } from "./dynamodb/keyParts.ts";
import {
  activeTaskKey,
  activeTasks,
  idempotencyKey,
  pendingTaskKey,
  pendingTasks,
  taskCounterKey,
  taskKey,
  tasks,
  taskUnderWayKey,
} from "./dynamodb/keys.ts";
import { emptyPage, readEntityPage } from "./dynamodb/readPage.ts";
import { movedEntries } from "./movedEntries.ts";

export type StoredTask = Stored<TaskRecord>;

/** Fields with contents that depend on the task's type. */
const FREE = ["parameters", "result", "status_details"] as const;

/** Stores a new task, on condition that its project and round are active and its idempotency key is free. */
export async function createTaskRecord(scope: WorkspaceScope, task: TaskRecord): Promise<void> {
  const { id, context } = task;
  const listed = contextKeys(tasks(scope.id), context, id);
  await transact(workspaceDatabase(scope), [
    ...contextIsActive(scope, context),
    ...idempotencyKeyWrites(scope, null, task),
    { kind: "create", key: taskKey(scope.id, id), item: withJsonText(task, FREE) },
    ...listed.map((key): Write => ({ kind: "put", key, item: { id } })),
    ...stateWrites(scope, null, task),
  ]);
}

function contextText(context: TaskContext): string {
  if (context.kind === "WORKSPACE") return "W";
  return context.kind === "PROJECT" ? `P#${context.project_id}` : `R#${context.round_id}`;
}

/**
 * Returns the writes that reserve the idempotency key of a task for at most one task in a context, and release the key that it
 * had; none if neither the key nor the context has changed.
 */
function idempotencyKeyWrites(scope: WorkspaceScope, before: TaskRecord | null, after: TaskRecord): Write[] {
  const keyOf = ({ context, idempotency_key: stated }: Pick<TaskRecord, "context" | "idempotency_key">) =>
    stated === null ? null : idempotencyKey(scope.id, contextText(context), stated);
  const old = before && keyOf(before);
  const reserved = keyOf(after);
  if (reserved === null || (reserved.pk === old?.pk && reserved.sk === old.sk)) return [];
  const refusal = async (): Promise<DomainError> => {
    const holder = await getItem<{ task_id: string }>(workspaceDatabase(scope), reserved);
    return conflict(
      "idempotency_key_taken",
      `The idempotency key "${after.idempotency_key}" is already used by the task ${holder?.item.task_id} in this context.`,
    );
  };
  return [
    { kind: "create", key: reserved, item: { task_id: after.id }, refusal },
    ...(old === null ? [] : [{ kind: "delete", key: old } as const]),
  ];
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
    writes.push(
      entryWrite(pendingTaskKey(scope.id, id), pending, { id, created_at: after.created_at }),
      entryWrite(taskUnderWayKey(scope.id, id), pending, { workspace_id: scope.id, task_id: id }),
    );
  }
  const active = after.archived_at === null;
  if (!before || (before.archived_at === null) !== active) {
    writes.push(entryWrite(activeTaskKey(scope.id, id), active, { id }));
  }
  return writes;
}

/**
 * Returns the writes of one transaction that replace a task if it has not changed since it was read, together with everything
 * that depends on its state.
 */
export function taskWrites(scope: WorkspaceScope, before: StoredTask, after: TaskRecord): Write[] {
  const { revision } = before;
  return [
    { kind: "replace", key: taskKey(scope.id, after.id), item: withJsonText(after, FREE), revision },
    ...idempotencyKeyWrites(scope, before.item, after),
    ...stateWrites(scope, before.item, after),
  ];
}

/** Returns the writes that replace a task that moves to another context. */
export function taskMoveWrites(scope: WorkspaceScope, before: StoredTask, after: TaskRecord): Write[] {
  return [
    ...taskWrites(scope, before, after),
    ...movedEntries(tasks(scope.id), before.item.context, after.context, after.id),
  ];
}

/** Returns a record in the current format. */
function readRecord(stored: TaskRecord): TaskRecord {
  return withJsonRead(stored, FREE);
}

export async function findTask(scope: WorkspaceScope, id: string): Promise<TaskRecord | null> {
  const task = await getItem<TaskRecord>(workspaceDatabase(scope), taskKey(scope.id, id));
  return task && readRecord(task.item);
}

export async function getTask(scope: WorkspaceScope, id: string): Promise<TaskRecord> {
  return (await readTask(scope, id)).item;
}

/** Returns the task that has an idempotency key in a context. */
export async function getTaskByIdempotencyKey(
  scope: WorkspaceScope,
  context: TaskContext,
  key: string,
): Promise<TaskRecord> {
  const reserved = idempotencyKey(scope.id, contextText(context), key);
  const holder = await getItem<{ task_id: string }>(workspaceDatabase(scope), reserved);
  const task = holder && (await findTask(scope, holder.item.task_id));
  if (!task) throw notFound("task", `with the idempotency key ${JSON.stringify(key)}`);
  return task;
}

export async function readTask(scope: WorkspaceScope, id: string): Promise<StoredTask> {
  const task = await getItem<TaskRecord>(workspaceDatabase(scope), taskKey(scope.id, id));
  if (!task) throw notFound("task", id);
  return { ...task, item: readRecord(task.item) };
}

/** Returns the tasks that have not ended. */
export async function unfinishedTasks(scope: WorkspaceScope): Promise<TaskRecord[]> {
  const database = workspaceDatabase(scope);
  const entries = await listAll<{ id: string }>(database, pendingTasks(scope.id));
  const records = await getItems<TaskRecord>(
    database,
    entries.map(({ id }) => taskKey(scope.id, id)),
  );
  return records.map(readRecord);
}

type TaskRule = (task: TaskRecord) => TaskRecord | Promise<TaskRecord>;

/** Applies a rule to the stored task; `conditions` precede the other writes of the transaction. */
export function changeTask(
  scope: WorkspaceScope,
  id: string,
  rule: TaskRule,
  conditions: (task: TaskRecord) => Write[] = () => [],
): Promise<TaskRecord> {
  return changeItem(
    workspaceDatabase(scope),
    () => readTask(scope, id),
    rule,
    (before, after) => [...conditions(after), ...taskWrites(scope, before, after)],
  );
}

/** Applies a rule to the stored task, on condition that its project and round are active. */
export function changeActiveTask(scope: WorkspaceScope, id: string, rule: TaskRule): Promise<TaskRecord> {
  return changeTask(scope, id, rule, ({ context }) => contextIsActive(scope, context));
}

export interface TaskFilter extends ContextFilter {
  type: string | null;
  state: string | null;
  includeArchived: boolean;
}

/** Lists tasks; the list for a project includes the tasks of its rounds. */
export async function listTasks(
  scope: WorkspaceScope,
  filter: TaskFilter,
  request: PageRequest,
): Promise<Page<TaskRecord>> {
  const { type, state, projectId, roundId, includeArchived } = filter;
  const isInContext = projectId !== null || roundId !== null;
  const isShown = (task: TaskRecord): boolean =>
    (type === null || task.type === type) &&
    (state === null || task.state === state) &&
    (includeArchived || task.archived_at === null);
  const list = {
    pk: isInContext || includeArchived ? listInContext(tasks(scope.id), filter) : activeTasks(scope.id),
    identity: JSON.stringify([type, state, includeArchived]),
  };
  const isKnown = (type === null || v.is(TaskType, type)) && (state === null || v.is(TaskState, state));
  if (!isKnown) return emptyPage(list, request);
  return readEntityPage<{ id: string }, TaskRecord>(
    workspaceDatabase(scope),
    {
      ...list,
      idOf: ({ id }) => id,
      keyOf: (id) => taskKey(scope.id, id),
      show: (tasks) => tasks.filter(isShown).map(readRecord),
    },
    request,
  );
}
