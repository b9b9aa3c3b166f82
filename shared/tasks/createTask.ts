import { invalidField } from "@pdp/basics/errors";
import type { Caller } from "#shared/domain/caller.ts";
import type { Context, TaskContext } from "#shared/domain/context.ts";
import { asSent, withoutJoined } from "#shared/domain/tasks/asSent.ts";
import { shownTask, type Task, type TaskType } from "#shared/domain/tasks/task.ts";
import { createTask as newTask } from "#shared/domain/tasks/taskTransitions.ts";
import { checkParameters, type ParametersInput } from "#shared/jobs/checkParameters.ts";
import { stampOf } from "#shared/runtime/ids.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeContext } from "#shared/store/contexts.ts";
import { withNewId } from "#shared/store/dynamodb/withNewId.ts";
import { createTaskRecord } from "#shared/store/tasks.ts";
import { requireRoomForTask } from "#shared/store/underWay.ts";
import type { ParameterUses } from "./datasetUses.ts";
import { requireUses } from "./requireUses.ts";
import { resolveReference } from "./resolveReference.ts";
import { listedSources } from "./sources/listedSources.ts";
import { resultRowsQuery } from "./sources/resultRows.ts";
import { recordedParameters, storeParameters } from "./sources/storedParameters.ts";
import { startTask } from "./startTask.ts";
import { resolvePlaces } from "./structures/resolvePlaces.ts";

/** Maximum number of regular expressions in one task. */
const MAX_PATTERNS = 10;

export interface TaskRequest<P extends object> {
  display_name: string | null;
  description: string | null;
  idempotency_key: string | null;
  context: TaskContext;
  parameters: P;
}

/** Type of a new task, and its request as it was sent. */
export interface TaskForm<P extends object> {
  type: TaskType;
  request: TaskRequest<P>;
  sent: unknown;
}

/** Checks the references in the parameters, stores the task and starts it. `usesOf` returns the references. */
export async function createTask<P extends object>(
  workspace: WorkspaceScope,
  caller: Caller,
  { type, request, sent }: TaskForm<P>,
  usesOf: (parameters: P) => ParameterUses,
  signal: AbortSignal,
): Promise<Task> {
  const context = await activeContext(workspace, request.context, "a task");
  const referenced = await resolveReference(workspace, context, request.parameters);
  const stated = usesOf(referenced);
  requireFewPatterns(stated);
  const check = (part: Partial<ParametersInput>): Promise<void> =>
    checkPart(workspace, context, part, signal);
  await check({ patterns: stated.patterns });
  // Artifacts are checked before one of them is read.
  await requireUses(workspace, context, stated, signal);
  const resolved = await resolvePlaces(workspace, referenced, signal);
  const uses = usesOf(resolved);
  const whole = shownParameters(request.parameters, resolved, sent);
  const { recorded: parameters, isCut } = recordedParameters(whole);
  const lists = await listedSources(workspace, uses);
  await check({ queries: await queriesOf(workspace, uses), generators: uses.generators, lists });
  await requireRoomForTask(workspace);
  const { display_name, description, idempotency_key } = request;
  const fields = { type, context, display_name, description, idempotency_key, parameters };
  const task = await withNewId(async (id) => {
    const cut = isCut ? { parameters_cut: true } : {};
    const created = newTask(id, { ...fields, ...cut }, stampOf(caller));
    if (isCut) await storeParameters(workspace, id, whole);
    await createTaskRecord(workspace, created);
    return created;
  });
  await startTask(workspace, task);
  return shownTask(task);
}

/** Returns the parameters as they were sent, with the sequence of the project's reference, and the ranges of distances. */
function shownParameters(validated: object, resolved: object, sent: unknown): Record<string, unknown> {
  const { parameters } = sent as { parameters?: unknown };
  const before = validated as Record<string, unknown>;
  const changed = Object.entries(resolved).filter(([name, value]) => value !== before[name]);
  const shown = withoutJoined(Object.fromEntries(changed)) as Record<string, unknown>;
  return { ...(asSent(validated, parameters) as Record<string, unknown>), ...shown };
}

/**
 * Checks queries, motifs and generators in a process that can be killed, because their author determines how expensive they
 * are.
 */
async function checkPart(
  scope: WorkspaceScope,
  context: Context,
  { queries = [], patterns = [], generators = [], lists = [] }: Partial<ParametersInput>,
  signal: AbortSignal,
): Promise<void> {
  if (queries.length + patterns.length + generators.length + lists.length === 0) return;
  await runJob(checkParameters, scope, { context, queries, patterns, generators, lists }, signal);
}

/** Returns the queries in the parameters, each with the rows that it may refer to as `__source__`. */
async function queriesOf(
  scope: WorkspaceScope,
  { queries: given, taskData }: ParameterUses,
): Promise<{ query: string; rows: string | null }[]> {
  const queries: { query: string; rows: string | null }[] = given.map(({ query }) => ({ query, rows: null }));
  for (const { source } of taskData) {
    if (source.kind !== "TASK_RESULT" || source.query === null) continue;
    queries.push({ query: source.query, rows: await resultRowsQuery(scope, source) });
  }
  return queries;
}

function requireFewPatterns({ patterns }: ParameterUses): void {
  const surplus = patterns[MAX_PATTERNS];
  if (!surplus) return;
  throw invalidField(surplus.loc, `At most ${MAX_PATTERNS} requirements can have regular expressions`);
}
