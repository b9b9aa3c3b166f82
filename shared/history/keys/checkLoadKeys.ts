import type { KeyChecks } from "#shared/domain/loads/keyCheck.ts";
import type { LoadRecord } from "#shared/domain/loads/load.ts";
import type { DataFile } from "#shared/domain/loads/manifest.ts";
import { keyColumnsOf } from "#shared/domain/tableKey.ts";
import { ingestedFilesOf } from "#shared/history/commitIngestedLoad.ts";
import { committedFiles } from "#shared/history/commitRevision.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { IngestedBatch } from "#shared/store/ingested.ts";
import { findHolder, tableById } from "#shared/store/tables.ts";
import { duplicateKeys } from "./duplicateKeys.ts";

/** Table that a load adds rows to, with the files that contain these rows. */
interface Brought {
  tableId: string;
  files: DataFile[];
}

/** Returns the files that the commit of a load would add to existing tables. `outcomes` are the outcomes of its ingestion. */
export async function broughtFiles(
  scope: WorkspaceScope,
  load: LoadRecord,
  outcomes: readonly IngestedBatch[],
): Promise<Brought[]> {
  if (load.action !== "INGEST") {
    const committed = Object.entries(await committedFiles(scope, load));
    return committed.map(([tableId, files]) => ({ tableId, files }));
  }
  const files = await Promise.all(
    Object.entries(load.tables).map(async ([reference, { table_id }]) => {
      const tableId = table_id ?? (await findHolder(scope, reference))?.table_id;
      return tableId === undefined ? [] : [{ tableId, files: ingestedFilesOf(load, reference, outcomes) }];
    }),
  );
  return files.flat();
}

/** Compares the rows that a load adds with the current rows of the tables that have a key. */
export async function checkLoadKeys(
  scope: WorkspaceScope,
  brought: readonly Brought[],
  signal: AbortSignal,
): Promise<KeyChecks> {
  const checks: KeyChecks = {};
  for (const { tableId, files } of brought) {
    const table = files.length > 0 ? await tableById(scope, tableId) : null;
    if (!table?.key || table.manifest_key === null) continue;
    const present = await filesOf(scope, await readManifest(scope, table.manifest_key));
    const columns = keyColumnsOf(table, table.columns);
    checks[tableId] = {
      manifest_key: table.manifest_key,
      key: table.key,
      duplicates: await duplicateKeys(scope, { columns, added: files, present }, signal),
    };
  }
  return checks;
}
