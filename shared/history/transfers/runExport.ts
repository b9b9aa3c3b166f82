import type { ErasureRecord } from "#shared/domain/erasures/erasure.ts";
import {
  EXPORT_FORMAT,
  EXPORT_VERSION,
  type ExportedFile,
  type ExportRoot,
  INDEX_PATH,
  ROOT_PATH,
} from "#shared/domain/transfers/exportFormat.ts";
import { type ExportRecord, failTransfer, type TransferProgress } from "#shared/domain/transfers/transfer.ts";
import { workspacePrefix } from "#shared/objects/keys.ts";
import { jsonIfPresent, listObjects, openIfPresent, putJson } from "#shared/objects/objects.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { allErasures } from "#shared/store/erasures.ts";
import { changeTransfer, getExport } from "#shared/store/transfers.ts";
import { digestOf, exportFileKey, exportPathOf, putLines, readLines } from "./exportFiles.ts";
import { exportTableLists, FileIsGone } from "./exportLists.ts";
import { type ExportedRecords, exportRecords } from "./exportRecords.ts";
import { Progress } from "./transferProgress.ts";

export interface Slice {
  /** Deadline of the slice, in milliseconds since 1970. */
  deadline: number;
  signal: AbortSignal;
}

const RECORDS_PART = "parts/records.json";
const partPath = (number: number): string => `parts/${number}.jsonl`;

const ERASED =
  "Rows were erased while the workspace was exported. Export it again, so that the export contains none of them.";
const CHANGING =
  "The workspace changed each time its records were read. Ask platform staff to freeze it as READ_ONLY, and export it again.";
const REMOVED = "A file was removed while the workspace was exported. Export it again.";

/**
 * Exports a workspace until it is complete, or until the deadline. It can be interrupted anywhere, and then continues from
 * the last part. Returns whether it has ended.
 */
export async function runExport(
  scope: WorkspaceScope,
  id: string,
  attempt: number,
  slice: Slice,
): Promise<{ ended: boolean }> {
  const record = await getExport(scope, id);
  if (record.state !== "RUNNING" || record.attempt !== attempt) return { ended: true };
  try {
    if (await hasErased(scope, record)) return await fail(scope, record, ERASED);
    if (record.progress?.phase === "RECORDS") {
      const records = await exportRecords(scope, id, slice.signal);
      if (records === null) return await fail(scope, record, CHANGING);
      await putJson(scope, exportFileKey(scope, id, RECORDS_PART), records);
      await moveTo(scope, record, { phase: "FILES", files: 0, bytes: 0 }, "");
      return { ended: false };
    }
    if (record.progress?.phase === "FILES") {
      await exportObjects(scope, record, slice);
      return { ended: false };
    }
    return await finish(scope, record);
  } catch (error) {
    if (slice.signal.aborted) throw error;
    if (await hasErased(scope, record)) return await fail(scope, record, ERASED);
    if (error instanceof FileIsGone) return await fail(scope, record, REMOVED);
    throw error;
  }
}

/** Returns whether rows were or are being erased since the export was started. */
async function hasErased(scope: WorkspaceScope, { created_at }: ExportRecord): Promise<boolean> {
  const isLater = ({ state, confirmed_at, completed_at }: ErasureRecord): boolean =>
    confirmed_at !== null && state !== "CANCELLED" && (completed_at === null || completed_at > created_at);
  const all = await allErasures(scope);
  return all.some((erasure) => isLater(erasure) && !(erasure.state === "FAILED" && !erasure.is_writing));
}

async function fail(scope: WorkspaceScope, record: ExportRecord, sentence: string): Promise<{ ended: true }> {
  await changeTransfer<ExportRecord>(scope, record, (before) =>
    before.attempt === record.attempt ? failTransfer(before, [sentence], now()) : before,
  );
  return { ended: true };
}

function moveTo(
  scope: WorkspaceScope,
  { id, kind, attempt }: ExportRecord,
  progress: TransferProgress,
  cursor: string,
): Promise<ExportRecord> {
  return changeTransfer<ExportRecord>(scope, { id, kind }, (before) =>
    before.attempt === attempt && before.state === "RUNNING" ? { ...before, progress, cursor } : before,
  );
}

/** Reads the objects after the last part, computes their checksums, and stores these as the next part. */
async function exportObjects(scope: WorkspaceScope, record: ExportRecord, slice: Slice): Promise<void> {
  const { number, after } = positionOf(record.cursor);
  const exported: ExportedFile[] = [];
  const progress = new Progress(scope, record);
  let last = after;
  let ended = true;
  for await (const { key } of listObjects(scope, workspacePrefix(scope.id), null)) {
    const path = exportPathOf(scope, key);
    if (key <= after || path === null) continue;
    // Checked after the work, so that every call does some.
    if (last !== after && Date.now() > slice.deadline) {
      ended = false;
      break;
    }
    slice.signal.throwIfAborted();
    const opened = await openIfPresent(scope, key);
    // An object without references was removed in the meantime; if there are references, the lists will miss it.
    last = key;
    if (!opened) continue;
    const file = { path, ...(await digestOf(opened.body)) };
    exported.push(file);
    await progress.add(file.bytes);
  }
  await putLines(scope, record.id, partPath(number), exported);
  const { files, bytes } = progress.totals;
  if (ended) await moveTo(scope, record, { phase: "LISTS", files, bytes }, `${number + 1} `);
  else await moveTo(scope, record, { phase: "FILES", files, bytes }, `${number + 1} ${last}`);
}

/** Returns the number of the next part, and the last key of the previous ones. */
function positionOf(cursor: string | null): { number: number; after: string } {
  const [number = "0", ...after] = (cursor ?? "").split(" ");
  return { number: Number(number), after: after.join(" ") };
}

/** Stores the lists of the tables and of all files, and completes the export. */
async function finish(scope: WorkspaceScope, record: ExportRecord): Promise<{ ended: true }> {
  const { id } = record;
  const records = await jsonIfPresent<ExportedRecords>(scope, exportFileKey(scope, id, RECORDS_PART));
  if (records === null) throw new FileIsGone("The records are gone");
  const files = new Map<string, ExportedFile>();
  for (let number = 0; number < positionOf(record.cursor).number; number += 1)
    for await (const file of readLines<ExportedFile>(scope, id, partPath(number))) files.set(file.path, file);
  const tables = await exportTableLists(scope, id, files);
  for (const file of [...records.files, ...tables]) files.set(file.path, file);
  const sorted = [...files.keys()].sort().map((path) => files.get(path) as ExportedFile);
  const index = await putLines(scope, id, INDEX_PATH, sorted);
  const root: ExportRoot = {
    format: EXPORT_FORMAT,
    format_version: EXPORT_VERSION,
    workspace: { id: scope.id, name: record.workspace_name },
    version_id: records.head.version_id,
    created_at: record.created_at,
    files: sorted.length,
    bytes: sorted.reduce((sum, { bytes }) => sum + bytes, 0),
    index: { sha256: index.sha256, bytes: index.bytes },
  };
  await putJson(scope, exportFileKey(scope, id, ROOT_PATH), root);
  if (await hasErased(scope, record)) return fail(scope, record, ERASED);
  await changeTransfer<ExportRecord>(scope, record, (before) =>
    before.attempt === record.attempt && before.state === "RUNNING"
      ? { ...before, state: "COMPLETED", progress: null, cursor: null, export: root, ended_at: now() }
      : before,
  );
  return { ended: true };
}
