import type { LoadRecord } from "#shared/domain/loads/load.ts";
import { failLoad } from "#shared/domain/loads/loadTransitions.ts";
import type { TaskRecord } from "#shared/domain/tasks/task.ts";
import { isPending, markFailed } from "#shared/domain/tasks/taskTransitions.ts";
import type { ExportedFile } from "#shared/domain/transfers/exportFormat.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type ExportedRecord, exportedRecords, RECORD_FILES } from "#shared/store/exportedLists.ts";
import type { Head } from "#shared/store/tables.ts";
import { readHead } from "#shared/store/versions.ts";
import { putLines } from "./exportFiles.ts";

/** Number of times that records are read again because the history has moved on. */
const MAX_ATTEMPTS = 5;
const INTERRUPTED = "It was in progress when the workspace was exported.";

/** Records of a workspace as of one version. */
export interface ExportedRecords {
  head: Head;
  files: ExportedFile[];
}

/**
 * Stores all records of a workspace, as of one version of its history. Returns null if the history never stands still while
 * they are read.
 */
export async function exportRecords(
  scope: WorkspaceScope,
  exportId: string,
  signal: AbortSignal,
): Promise<ExportedRecords | null> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await readHead(scope);
    const files: ExportedFile[] = [];
    for (const name of Object.keys(RECORD_FILES)) {
      signal.throwIfAborted();
      const lines = shownRecords(scope, name, signal);
      files.push(await putLines(scope, exportId, `records/${name}.jsonl`, lines));
    }
    if ((await readHead(scope)).revision === before.revision) return { head: before.item, files };
  }
  return null;
}

/** Yields the records of one file, with work in progress as stopped. */
async function* shownRecords(
  scope: WorkspaceScope,
  name: string,
  signal: AbortSignal,
): AsyncGenerator<ExportedRecord> {
  const at = now();
  for await (const record of exportedRecords(scope, name)) {
    signal.throwIfAborted();
    const item = stopped(record, at);
    if (item !== null) yield { ...record, item: item as Record<string, unknown> };
  }
}

/** Returns a record without work in progress, which has no execution elsewhere; null if the export does not contain it. */
function stopped({ list, item }: ExportedRecord, at: string): object | null {
  switch (list) {
    case "LOAD": {
      const load = item as unknown as LoadRecord;
      if (load.action === null) return load;
      const next = load.action === "INGEST" ? "Start it again with load:retry." : "Repeat it.";
      return failLoad(load, { errors: [`${INTERRUPTED} ${next}`] }, at);
    }
    case "TASK": {
      const task = item as unknown as TaskRecord;
      if (!isPending(task)) return task;
      return markFailed(task, "INTERNAL", [`${INTERRUPTED} Recover it, or create it again.`], at);
    }
    case "TABLE": {
      const { erasing: _, ...table } = item;
      return table;
    }
    case "ERASURE":
      // The second search belongs to this workspace: the exported rows are those that the erasure left.
      return item.completed_at === null ? null : { ...item, phase: "DONE", recheck_at: null };
    default:
      return item;
  }
}
