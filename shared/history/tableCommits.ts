import type { Column } from "@pdp/basics/columns";
import { conflict } from "@pdp/basics/errors";
import type { AuditStamp } from "#shared/domain/fields.ts";
import { emptyManifest } from "#shared/domain/loads/manifest.ts";
import type { VersionKind } from "#shared/domain/loads/version.ts";
import { createTable, type NewTable, type Table } from "#shared/domain/table.ts";
import type { PendingObjects } from "#shared/objects/manifests.ts";
import { newId } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable, type StoredTable, type TableRecord } from "#shared/store/tables.ts";
import { commit, PATIENCE } from "./commit.ts";
import { nextManifest, withManifest } from "./tableRecords.ts";

/** Raises a 409 if an active table already has the reference; the message contains its id. */
export async function requireFreeReference(scope: WorkspaceScope, reference: string): Promise<void> {
  const holder = await findTable(scope, reference);
  if (!holder) return;
  throw conflict(
    "reference_taken",
    `The reference "${reference}" is already used by the table ${holder.id}. Choose another reference, or archive that table first.`,
  );
}

/** Commits a new table without rows, or a new view, within a request. */
export async function commitNewTable(
  scope: WorkspaceScope,
  fields: NewTable,
  stamp: AuditStamp,
): Promise<Table> {
  const plan = await commit(scope, PATIENCE.request, async (versionId, objects) => {
    await requireFreeReference(scope, fields.reference);
    const table = createTable(newId(), versionId, fields, stamp);
    const after =
      table.kind === "VIEW"
        ? { ...table, manifest_key: null }
        : withManifest(scope, objects, table, emptyManifest(table.id, versionId, table.columns));
    return { kind: "TABLE_CREATE", stamp, tables: [{ before: null, after }] };
  });
  return onlyTable(plan.tables);
}

/** Change to one table in one commit; `columns` is set only if they change too. */
export interface TableEdit {
  table: Omit<TableRecord, "manifest_key">;
  columns?: Column[];
}

/**
 * Commits a change to one table that does not affect its rows, within a request. `read` finds the table; `edit` is a domain
 * rule.
 */
export async function commitTableEdit(
  scope: WorkspaceScope,
  kind: VersionKind,
  stamp: AuditStamp,
  read: () => Promise<StoredTable>,
  edit: (table: TableRecord) => Promise<TableEdit> | TableEdit,
): Promise<Table> {
  const plan = await commit(scope, PATIENCE.request, async (versionId, objects) => {
    const before = await read();
    const record = before.item;
    const changed = await edit(record);
    const after = await editRecord(scope, objects, record, changed, versionId);
    return { kind, stamp, tables: [{ before, after }], writes: [] };
  });
  return onlyTable(plan.tables);
}

async function editRecord(
  scope: WorkspaceScope,
  objects: PendingObjects,
  record: TableRecord,
  { table, columns }: TableEdit,
  versionId: string,
): Promise<TableRecord> {
  if (record.manifest_key === null) {
    return { ...table, columns: columns ?? table.columns, version_id: versionId, manifest_key: null };
  }
  if (!columns) return { ...table, version_id: versionId, manifest_key: record.manifest_key };
  const manifest = await nextManifest(scope, record, versionId);
  return withManifest(scope, objects, table, { ...manifest, columns });
}

function onlyTable(changes: readonly { after: TableRecord }[]): Table {
  const change = changes[0];
  if (!change) throw new Error("The commit changed no table");
  return change.after;
}
