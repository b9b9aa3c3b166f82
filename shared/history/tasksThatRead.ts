import { visibleInTask } from "#shared/domain/context.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { MAX_PREVIEWED_TASKS, type UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listTasks } from "#shared/store/tasks.ts";
import { hasRowsOf } from "./tableFiles.ts";
import { findSnapshot, type Snapshot } from "./taskSnapshots.ts";

/** Number of tasks for which snapshots are read concurrently. */
const MAX_CONCURRENT_READS = 16;
/** Maximum length of a chain of inputs that each read the input of an earlier task. */
const MAX_CHAIN = 16;

type Found = Pick<UndoPreview, "tasks" | "more_tasks">;

/** Finds, among the newest tasks created after a load, those with inputs that read tables containing rows of the load. */
export async function tasksThatRead(
  scope: WorkspaceScope,
  load: LoadRecord,
  tableIds: ReadonlySet<string>,
): Promise<Found> {
  const filter = { type: null, state: null, projectId: null, roundId: null, includeArchived: true };
  const tasks: UndoPreview["tasks"] = [];
  let cursor: string | null = null;
  for (let seen = 0; seen < MAX_PREVIEWED_TASKS; ) {
    const page = await listTasks(scope, filter, { limit: 100, cursor, order: "DESC" });
    const younger = page.items.filter(({ id }) => Number(id) > Number(load.id));
    for (let start = 0; start < younger.length; start += MAX_CONCURRENT_READS) {
      const group = younger.slice(start, start + MAX_CONCURRENT_READS);
      const inputs = await Promise.all(group.map((task) => inputsThatRead(scope, task, load, tableIds)));
      for (const [index, { id, type, state, display_name }] of group.entries()) {
        const inputNames = inputs[index] ?? [];
        if (inputNames.length > 0) tasks.push({ task_id: id, type, state, display_name, inputs: inputNames });
      }
    }
    if (page.cursor === null || younger.length < page.items.length) return { tasks, more_tasks: false };
    cursor = page.cursor;
    seen += page.items.length;
  }
  return { tasks, more_tasks: true };
}

/** Returns the names of a task's inputs that read rows of the load. */
export async function inputsThatRead(
  scope: WorkspaceScope,
  task: TaskRecord,
  load: LoadRecord,
  tableIds: ReadonlySet<string>,
): Promise<string[]> {
  if (!visibleInTask(task.context)(load.context)) return [];
  const names = Object.keys(task.inputs);
  const inputNames: string[] = [];
  for (const name of names) {
    const snapshot = await findSnapshot(scope, task.id, name);
    if (snapshot && (await readsLoad(scope, snapshot, load, tableIds, 0))) inputNames.push(name);
  }
  return inputNames;
}

async function readsLoad(
  scope: WorkspaceScope,
  { context, relations }: Snapshot,
  load: LoadRecord,
  tableIds: ReadonlySet<string>,
  depth: number,
): Promise<boolean> {
  if (depth > MAX_CHAIN || !visibleInTask(context)(load.context)) return false;
  for (const relation of relations) {
    if (relation.kind === "TABLE") {
      const manifest = await readManifest(scope, relation.manifest_key);
      if (tableIds.has(manifest.table_id) && (await hasRowsOf(scope, manifest, load.id))) return true;
    }
    if (relation.kind === "SNAPSHOT") {
      const earlier = await findSnapshot(scope, relation.task_id, relation.input);
      if (earlier && (await readsLoad(scope, earlier, load, tableIds, depth + 1))) return true;
    }
  }
  return false;
}
