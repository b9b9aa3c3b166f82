import type { Context } from "#shared/domain/context.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { inParallel } from "#shared/history/inParallel.ts";
import type { Snapshot } from "#shared/history/taskSnapshots.ts";
import { getJson, listObjects } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTasks } from "#shared/store/tasks.ts";
import { wholeParameters } from "./wholeParameters.ts";

/** Manifest pinned by a task, with the context that determines which of its rows the task could see. */
export interface PinnedManifest {
  key: string;
  context: Context;
}

/** Data sources of a task. */
export interface TaskReads {
  task: TaskRecord;
  /** Parameters as given, with all literal rows. */
  parameters: unknown;
  /** Keys of its snapshots, which are JSON objects. */
  snapshotKeys: string[];
  manifests: PinnedManifest[];
  /** Tasks from which it reads inputs. */
  earlier: string[];
  /** Artifacts named in its parameters: the models that it uses. */
  artifacts: string[];
}

/** Reads the data sources of all tasks in a workspace, including those that are about to pin their data. */
export async function allTaskReads(scope: WorkspaceScope): Promise<TaskReads[]> {
  const snapshotKeys = new Map<string, string[]>();
  for await (const { key } of listObjects(scope, `ws/${scope.id}/tasks/`, null)) {
    const [, taskId = ""] = /\/tasks\/(\d+)\/snapshots\/[^/]+\.json$/.exec(key) ?? [];
    if (taskId !== "") snapshotKeys.set(taskId, [...(snapshotKeys.get(taskId) ?? []), key]);
  }
  const filter = { type: null, state: null, projectId: null, roundId: null, includeArchived: true };
  const all: TaskReads[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await listTasks(scope, filter, { limit: 100, cursor, order: "ASC" });
    await inParallel(page.items, async (task) => {
      all.push(await readsOf(scope, task, snapshotKeys.get(task.id) ?? []));
    });
    if (page.cursor === null) return all;
    cursor = page.cursor;
  }
}

async function readsOf(scope: WorkspaceScope, task: TaskRecord, snapshotKeys: string[]): Promise<TaskReads> {
  const read: Pick<TaskReads, "manifests" | "earlier"> = { manifests: [], earlier: [] };
  for (const key of snapshotKeys) addReads(read, await getJson<Snapshot>(scope, key));
  const { manifests, earlier } = read;
  const parameters = await wholeParameters(scope, task);
  return { task, parameters, snapshotKeys, manifests, earlier, artifacts: artifactsOf(parameters) };
}

/** Adds the manifests and the earlier tasks that a snapshot reads. */
export function addReads(
  { manifests, earlier }: Pick<TaskReads, "manifests" | "earlier">,
  { context, relations }: Snapshot,
): void {
  for (const relation of relations) {
    if (relation.kind === "TABLE") manifests.push({ key: relation.manifest_key, context });
    if (relation.kind === "SNAPSHOT") earlier.push(relation.task_id);
  }
}
