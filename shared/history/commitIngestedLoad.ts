import { isDeepStrictEqual } from "node:util";
import { conflict } from "@pdp/basics/errors";
import { storedColumns } from "@pdp/formats/proteins";
import { requireCheckedKinds, takenKindWarnings } from "#shared/domain/columns/keepKinds.ts";
import { extendColumns } from "#shared/domain/columns/loadColumns.ts";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { fitSentences, requireCommitFits } from "#shared/domain/itemSizeLimits.ts";
import { applyKeys, type KeyChecks } from "#shared/domain/loads/keyCheck.ts";
import { type LoadRecord, type LoadTable, tableColumns } from "#shared/domain/loads/load.ts";
import { completeLoad } from "#shared/domain/loads/loadTransitions.ts";
import { type DataFile, emptyManifest } from "#shared/domain/loads/manifest.ts";
import { createTable, requireActiveTable } from "#shared/domain/table.ts";
import { committedFilesKey } from "#shared/objects/keys.ts";
import { type PendingObjects, withFiles } from "#shared/objects/manifests.ts";
import { newId, now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";
import { fileIdsOfLoad } from "#shared/store/loadFiles.ts";
import { loadWrites, readLoad, type StoredLoad } from "#shared/store/loads.ts";
import { findHolder } from "#shared/store/tables.ts";
import { PATIENCE, type TableChange } from "./commit.ts";
import { type Build, commitTogether } from "./commitTogether.ts";
import { readAhead } from "./readAhead.ts";
import { requireAttempt } from "./requireAttempt.ts";
import { TableReads } from "./tableReads.ts";
import { nextManifest, withManifest } from "./tableRecords.ts";

/** Data files of a load by table id, stored for undo and redo. */
export type CommittedFiles = Record<string, DataFile[]>;

/** Records from which a commit is built. */
interface LoadRecords {
  load: StoredLoad;
  fileIds: string[];
}

/** Reads and writes for a commit that have started before. */
export interface Started {
  records?: Promise<LoadRecords>;
  /** Writes of data files, for which the transaction waits. */
  dataFiles?: Promise<unknown>;
}

export async function readLoadRecords(scope: WorkspaceScope, loadId: string): Promise<LoadRecords> {
  const load = await readLoad(scope, loadId);
  return { load, fileIds: await fileIdsOfLoad(scope, load.item) };
}

/**
 * Commits a load: new tables, new versions of existing ones, and the load itself as `COMPLETED`. Throws a `DomainError` if the
 * load no longer fits its tables, or any error from `applyKeys`.
 */
export async function commitIngestedLoad(
  scope: WorkspaceScope,
  { id: loadId, attempt, tables: targets }: Pick<LoadRecord, "id" | "attempt" | "tables">,
  outcomes: readonly IngestedBatch[],
  warnings: string[],
  keyChecks: KeyChecks = {},
  started: Started = {},
): Promise<void> {
  const read = readAhead(scope, (scope) => readLoadRecords(scope, loadId), started.records);
  const reads = new TableReads(tableIdsOf(targets));
  const build: Build = async (scope, versionId, objects) => {
    const { load: before, fileIds } = await read(scope);
    const load = before.item;
    requireAttempt(load, attempt);
    if (started.dataFiles) objects.await(started.dataFiles);
    const stamp: AuditStamp = { by: load.updated_by, at: now() };
    const changedTables = await Promise.all(
      Object.entries(load.tables).map(async ([reference, config]) => {
        const files = ingestedFilesOf(load, reference, outcomes);
        const changed = await tableChange(scope, objects, reads, reference, config, files, versionId, stamp);
        return { reference, config, files, ...changed };
      }),
    );
    const tables: Record<string, LoadTable> = {};
    const committed: CommittedFiles = {};
    for (const { reference, config, files, change } of changedTables) {
      const { creates: _, ...table } = config;
      tables[reference] = { ...table, table_id: change.after.id, rows: rowsOf(files) };
      committed[change.after.id] = files;
    }
    requireCommitFits(changedTables.flatMap(({ change }) => (hasNewColumns(change) ? [change.after] : [])));
    const keyed = changedTables.flatMap(({ files, change: { before: table } }) =>
      table && files.length > 0 ? [table.item] : [],
    );
    const kindWarnings = changedTables.flatMap((changed) => changed.warnings);
    const keyWarnings = applyKeys(keyed, keyChecks);
    const filesKey = committedFilesKey(scope.id, load.id, attempt, newId());
    objects.put(filesKey, committed);
    const done: LoadRecord = {
      ...completeLoad({ ...load, tables }, stamp.at),
      warnings: fitSentences([...load.warnings, ...warnings, ...kindWarnings, ...keyWarnings]),
      files_key: filesKey,
      file_rows: fileRows(fileIds, outcomes),
      ...leftOutOf(outcomes, attempt),
    };
    const changes = changedTables.map(({ change }) => change);
    const writes = loadWrites(scope, before, done);
    return { kind: "LOAD", stamp, loadId: load.id, tables: changes, writes };
  };
  await commitTogether(scope, PATIENCE.step, build, reads);
}

/** Returns the ids of a load's tables that exist. */
export function tableIdsOf(tables: LoadRecord["tables"]): string[] {
  return Object.values(tables).flatMap(({ table_id: id }) => id ?? []);
}

/** Tells whether a commit stores the columns of a table; columns that stay the same are not written again. */
function hasNewColumns({ before, after }: TableChange): boolean {
  return !isDeepStrictEqual(after.columns, before?.item.columns);
}

/** Returns how many rows were skipped, and in which attempt. The objects that contain the reasons are named after the attempt. */
function leftOutOf(outcomes: readonly IngestedBatch[], attempt: number): Pick<LoadRecord, "left_out"> {
  const rows = outcomes.reduce((sum, { left_out }) => sum + (left_out?.rows ?? 0), 0);
  return rows === 0 ? {} : { left_out: { rows, attempt } };
}

/** Returns the row counts of a load's files in the order of the file ids, null for those without a table. */
function fileRows(fileIds: readonly string[], outcomes: readonly IngestedBatch[]): (number | null)[] {
  const rows = new Map(outcomes.flatMap(({ files }) => files.map((file) => [file.file_id, file.rows])));
  return fileIds.map((id) => rows.get(id) ?? null);
}

function rowsOf(files: readonly DataFile[]): number {
  return files.reduce((sum, { rows }) => sum + rows, 0);
}

/** Returns the data files that the ingestion of a load created for one of its tables; files without rows have none. */
export function ingestedFilesOf(
  { id, context }: LoadRecord,
  reference: string,
  outcomes: readonly IngestedBatch[],
): DataFile[] {
  return outcomes.flatMap(({ key, table_reference, rows, bytes, statistics }) =>
    table_reference === reference && key !== null && rows > 0
      ? [{ key, load_id: id, context, rows, bytes, ...(statistics && { statistics }) }]
      : [],
  );
}

async function tableChange(
  scope: WorkspaceScope,
  objects: PendingObjects,
  reads: TableReads,
  reference: string,
  config: LoadTable,
  files: DataFile[],
  versionId: string,
  stamp: AuditStamp,
): Promise<{ change: TableChange; warnings: string[] }> {
  const tableId = config.table_id ?? (await findHolder(scope, reference))?.table_id;
  if (tableId === undefined) {
    const columns = tableColumns(config);
    const table = createTable(newId(), versionId, { reference, description: null, columns }, stamp);
    const manifest = await withFiles(scope, objects, emptyManifest(table.id, versionId, columns), files);
    const change = { before: null, after: withManifest(scope, objects, table, manifest) };
    return { change, warnings: [] };
  }
  const before = await reads.read(scope, tableId);
  const { item } = before;
  requireActiveTable(item);
  if (item.kind === "VIEW")
    throw conflict("table_is_view", `"${reference}" is a view: rows cannot be loaded into it.`);
  const brought = storedColumns(config.columns, config.sequence_from);
  const columns = extendColumns(item.columns, brought, reference);
  requireCheckedKinds(item.columns, brought, reference);
  const next = await nextManifest(scope, item, versionId);
  const warnings = next.rows > 0 ? takenKindWarnings(item.columns, columns, reference) : [];
  const manifest = await withFiles(scope, objects, next, files);
  const after = { ...item, updated_at: stamp.at, updated_by: stamp.by };
  const change = { before, after: withManifest(scope, objects, after, { ...manifest, columns }) };
  return { change, warnings };
}
