import { visibleInTask } from "#shared/domain/context.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { artifactsOf } from "#shared/domain/tasks/artifactsOf.ts";
import { parseObjectKey } from "#shared/objects/keys.ts";
import type { ErasedTexts } from "./erasedTexts.ts";
import { type ErasureSearch, erasedRowsOf } from "./searchedTable.ts";
import type { TaskReads } from "./taskReads.ts";

/** Adds the tasks that could see erased rows, the tasks that read their inputs or use their models, and their result rows. */
export function addAffectedTasks(search: ErasureSearch): void {
  const { affected, tasks, wholeLoads } = search;
  const madeBy = new Map<string, string>();
  for (let before = -1; before !== affected.size; ) {
    before = affected.size;
    for (const reads of tasks) {
      const { task, manifests, earlier, artifacts } = reads;
      const isAffected =
        affected.has(task.id) ||
        readsErased(search, { manifests, earlier }) ||
        artifacts.some((id) => affected.has(madeBy.get(id) ?? "")) ||
        listsErased(reads.parameters, search.texts);
      if (!isAffected) continue;
      affected.set(task.id, reads);
      for (const id of artifactsOf(task.result)) madeBy.set(id, task.id);
      if (task.data_load_id !== null) wholeLoads.add(task.data_load_id);
    }
  }
}

/** Tells whether pinned data contain erased rows, or are inputs of tasks that read such rows. */
export function readsErased(
  search: ErasureSearch,
  { manifests, earlier }: Pick<TaskReads, "manifests" | "earlier">,
): boolean {
  return (
    manifests.some(({ key, context }) => filesFound(search, key).some(visibleInTaskOf(context))) ||
    manifests.some(({ key }) => search.tables.get(parseObjectKey(key).owner)?.objects.gone.has(key)) ||
    earlier.some((id) => search.affected.has(id))
  );
}

function visibleInTaskOf(context: TaskReads["manifests"][number]["context"]): (file: DataFile) => boolean {
  const isVisible = visibleInTask(context);
  return (file) => isVisible(file.context);
}

/** Returns the data files in a manifest that contain erased rows. */
function filesFound({ tables }: ErasureSearch, manifestKey: string): DataFile[] {
  const searched = tables.get(parseObjectKey(manifestKey).owner);
  const manifest = searched?.objects.manifests.get(manifestKey);
  if (!searched || !manifest) return [];
  return manifest.segments.flatMap(({ key }) => {
    const files = searched.objects.segments.get(key) ?? [];
    return files.filter((file) => erasedRowsOf(searched, file) > 0);
  });
}

/** Tells whether literal rows or sequences in parameters contain an erased text. */
function listsErased(parameters: unknown, texts: ErasedTexts): boolean {
  if (texts.size === 0 || typeof parameters !== "object" || parameters === null) return false;
  return Object.entries(parameters).some(([name, value]) => {
    if ((name === "rows" || name === "sequences") && Array.isArray(value)) {
      return value.some(
        (row) => texts.is(row) || (isObject(row) && Object.values(row).some((cell) => texts.is(cell))),
      );
    }
    return listsErased(value, texts);
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
