import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { type Renumbering, renumber, renumberId } from "#shared/domain/transfers/renumber.ts";
import type { ImportRecord } from "#shared/domain/transfers/transfer.ts";
import { getJson } from "#shared/objects/objects.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "#shared/store/dynamodb/database.ts";
import { putItems, transact } from "#shared/store/dynamodb/items.ts";
import { headKey, listsPrefix } from "#shared/store/dynamodb/keys.ts";
import { type ExportedRecord, RECORD_FILES } from "#shared/store/exportedLists.ts";
import { recountStagedBytes } from "#shared/store/recountStagedBytes.ts";
import type { Head } from "#shared/store/tables.ts";
import { recountTasks } from "#shared/store/taskCounters.ts";
import { checkRecord } from "./checkImported.ts";
import { type ImportIndex, importedLines, UnfitExport } from "./importIndex.ts";

/** Number of records that are written together. */
const BATCH_ITEMS = 100;

/** Yielded by `writeRecords` once everything is written. */
export const END_OF_RECORDS = Number.POSITIVE_INFINITY;

const pathOf = (name: string): string => `records/${name}.jsonl`;

/** Checks all records. Throws an `UnfitExport`. */
export async function checkRecords(
  scope: WorkspaceScope,
  { id, export: root }: ImportRecord,
  index: ImportIndex,
  signal: AbortSignal,
): Promise<void> {
  const rules = { from: root.workspace.id, index, isComplete: false };
  let latest = "0";
  for (const path of index.keys())
    if (path.startsWith("records/") && !(path.slice(8, -6) in RECORD_FILES))
      throw new UnfitExport(`This version of the platform does not know the file ${path}.`);
  for (const name of Object.keys(RECORD_FILES)) {
    const path = pathOf(name);
    for await (const { number, value } of importedLines(scope, id, index, path)) {
      signal.throwIfAborted();
      const { list, position } = checkRecord(name, value, `Line ${number} of ${path}`, rules);
      if (list === "VERSION" && position > latest.padStart(16, "0")) latest = position;
    }
  }
  if (Number(latest) !== Number(root.version_id))
    throw new UnfitExport("The latest version of the records is not the one that export.json states.");
}

/** Returns the ids of all resources. */
export async function importedIds(
  scope: WorkspaceScope,
  { id }: ImportRecord,
  index: ImportIndex,
): Promise<Float64Array> {
  const ids: number[] = [];
  for (const name of Object.keys(RECORD_FILES))
    for await (const { value } of importedLines(scope, id, index, pathOf(name))) {
      const { position } = value as unknown as ExportedRecord;
      if (/^[0-9]{16}$/.test(position)) ids.push(Number(position));
    }
  return Float64Array.from(new Set(ids));
}

/** Writes all records after the first `skipped` lines, and the head last. Yields the number of lines so far, at last `END_OF_RECORDS`. */
export async function* writeRecords(
  scope: WorkspaceScope,
  record: ImportRecord,
  { index, rules, skipped }: { index: ImportIndex; rules: Renumbering; skipped: number },
): AsyncGenerator<number> {
  const { id, export: root } = record;
  let line = 0;
  let batch: { key: { pk: string; sk: string }; item: object }[] = [];
  for (const name of Object.keys(RECORD_FILES)) {
    for await (const { text } of importedLines(scope, id, index, pathOf(name))) {
      line += 1;
      if (line <= skipped) continue;
      const moved = JSON.parse(renumber(text, rules)) as ExportedRecord;
      const key = { pk: `${listsPrefix(scope.id)}${moved.list}`, sk: moved.position };
      batch.push({ key, item: await sized(scope, moved, rules) });
      if (batch.length < BATCH_ITEMS) continue;
      await putItems(workspaceDatabase(scope), batch);
      batch = [];
      yield line;
    }
  }
  await putItems(workspaceDatabase(scope), batch);
  await recountStagedBytes(scope, true);
  await recountTasks(scope, true);
  const head: Head = { version_id: renumberId(root.version_id, rules) };
  await transact(workspaceDatabase(scope), [{ kind: "put", key: headKey(scope.id), item: head }]);
  yield END_OF_RECORDS;
}

/** Returns a table's record with the size of its files, which changes with the ids in them. */
async function sized(
  scope: WorkspaceScope,
  { list, item }: ExportedRecord,
  { offset }: Renumbering,
): Promise<object> {
  const key = item.manifest_key;
  if (offset === 0 || list !== "TABLE" || typeof key !== "string") return item;
  return { ...item, bytes: (await getJson<Manifest>(scope, key)).bytes };
}
