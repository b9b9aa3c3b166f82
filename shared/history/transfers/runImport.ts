import { renumberingOf } from "#shared/domain/transfers/renumber.ts";
import { failTransfer, type ImportRecord, type TransferProgress } from "#shared/domain/transfers/transfer.ts";
import { importPrefix } from "#shared/objects/keys.ts";
import { deletePrefix } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { isClosed, markImporting } from "#shared/store/freezes.ts";
import { changeTransfer, completeImport, getImport } from "#shared/store/transfers.ts";
import { type ImportIndex, readIndex, UnfitExport } from "./importIndex.ts";
import { checkObject, copyObject, objectPaths, pathOfEntry } from "./importObjects.ts";
import { checkRecords, END_OF_RECORDS, importedIds, writeRecords } from "./importRecords.ts";
import type { Slice } from "./runExport.ts";
import { Progress } from "./transferProgress.ts";

const NOT_CLOSED =
  "The workspace is no longer closed. Ask platform staff to freeze it as CLOSED, and start the import again.";

/**
 * Imports an uploaded export until it is complete, or until the deadline: checks everything, copies the objects, to which
 * nothing refers yet, and writes the records, with the head of the history last. Meanwhile the workspace is closed. It can be
 * interrupted anywhere, and then continues. Returns whether it has ended.
 */
export async function runImport(
  scope: WorkspaceScope,
  id: string,
  attempt: number,
  slice: Slice,
): Promise<{ ended: boolean }> {
  const record = await getImport(scope, id);
  if (record.state !== "RUNNING" || record.attempt !== attempt) return { ended: true };
  try {
    if (!(await isClosed(scope))) throw new UnfitExport(NOT_CLOSED);
    const index = await readIndex(scope, record);
    switch (record.progress?.phase) {
      case "COPYING":
        return await copy(scope, record, index, slice);
      case "RECORDING":
        return await writeAll(scope, record, index, slice);
      default:
        return await check(scope, record, index, slice);
    }
  } catch (error) {
    if (!(error instanceof UnfitExport)) throw error;
    await changeTransfer<ImportRecord>(scope, record, (before) =>
      before.attempt === attempt ? failTransfer(before, [error.message], now()) : before,
    );
    return { ended: true };
  }
}

function moveTo(
  scope: WorkspaceScope,
  { id, kind, attempt }: ImportRecord,
  progress: TransferProgress,
  cursor: string | null,
): Promise<ImportRecord> {
  return changeTransfer<ImportRecord>(scope, { id, kind }, (before) =>
    before.attempt === attempt && before.state === "RUNNING" ? { ...before, progress, cursor } : before,
  );
}

/** Calls `work` for each object after the cursor. Returns the next cursor; null if none are left. */
async function eachObject(
  record: ImportRecord,
  { index, slice, progress }: { index: ImportIndex; slice: Slice; progress: Progress },
  work: (path: string) => Promise<void>,
): Promise<string | null> {
  let last = record.cursor ?? "";
  for (const entry of objectPaths(index)) {
    if (entry <= (record.cursor ?? "")) continue;
    // Checked after the work, so that every call does some.
    if (last !== (record.cursor ?? "") && Date.now() > slice.deadline) return last;
    slice.signal.throwIfAborted();
    const path = pathOfEntry(entry);
    await work(path);
    await progress.add(index.get(path)?.bytes ?? 0);
    last = entry;
  }
  return null;
}

async function check(
  scope: WorkspaceScope,
  record: ImportRecord,
  index: ImportIndex,
  slice: Slice,
): Promise<{ ended: boolean }> {
  const { id, export: root } = record;
  if (record.cursor === null) await checkRecords(scope, record, index, slice.signal);
  const progress = new Progress(scope, record);
  const cursor = await eachObject(record, { index, slice, progress }, (path) =>
    checkObject(scope, id, index, { from: root.workspace.id, path }),
  );
  if (cursor !== null) await moveTo(scope, record, progress.totals, cursor);
  else await moveTo(scope, record, { phase: "COPYING", files: 0, bytes: 0 }, null);
  return { ended: false };
}

async function renumberingFor(scope: WorkspaceScope, record: ImportRecord, index: ImportIndex) {
  const ids = record.id_offset === 0 ? new Float64Array() : await importedIds(scope, record, index);
  return renumberingOf(record.export, scope.id, record.id_offset, ids);
}

async function copy(
  scope: WorkspaceScope,
  record: ImportRecord,
  index: ImportIndex,
  slice: Slice,
): Promise<{ ended: boolean }> {
  const rules = await renumberingFor(scope, record, index);
  const progress = new Progress(scope, record);
  const work = { scope, importId: record.id, index, rules, signal: slice.signal };
  const cursor = await eachObject(record, { index, slice, progress }, (path) => copyObject(path, work));
  if (cursor !== null) await moveTo(scope, record, progress.totals, cursor);
  else await moveTo(scope, record, { phase: "RECORDING", files: 0, bytes: 0 }, null);
  return { ended: false };
}

async function writeAll(
  scope: WorkspaceScope,
  record: ImportRecord,
  index: ImportIndex,
  slice: Slice,
): Promise<{ ended: boolean }> {
  const rules = await renumberingFor(scope, record, index);
  await markImporting(scope, record.id);
  const written = writeRecords(scope, record, { index, rules, skipped: Number(record.cursor ?? 0) });
  for await (const line of written) {
    slice.signal.throwIfAborted();
    if (Date.now() <= slice.deadline || line === END_OF_RECORDS) continue;
    await moveTo(scope, record, { phase: "RECORDING", files: line, bytes: 0 }, String(line));
    return { ended: false };
  }
  await completeImport(scope, record.id, (before) =>
    before.attempt === record.attempt
      ? { ...before, state: "COMPLETED", progress: null, cursor: null, ended_at: now() }
      : before,
  );
  await deletePrefix(scope, importPrefix(scope.id, record.id));
  return { ended: true };
}
