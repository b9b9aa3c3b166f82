import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { rowChanges, totalChange } from "#shared/domain/loads/rowChanges.ts";
import { MAX_LISTED_LOADS, MAX_LISTED_VERSIONS, type TableDiff } from "#shared/domain/loads/tableDiff.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tableVersionsBetween } from "#shared/store/tableVersions.ts";
import { versionsById } from "#shared/store/versions.ts";
import { differingFiles } from "./tableFiles.ts";
import { tableSides } from "./tableSides.ts";

/**
 * Compares a table at two versions of the workspace's history by their file lists, without reading rows. A null `to` is the
 * table's latest version.
 */
export async function diffTable(
  scope: WorkspaceScope,
  tableId: string,
  fromId: string,
  toId: string | null,
): Promise<TableDiff> {
  const { table, from, to } = await tableSides(scope, tableId, fromId, toId);
  const between = { after: from.version_id, upTo: to.version_id, limit: MAX_LISTED_VERSIONS };
  const [files, entries] = await Promise.all([
    differingFiles(scope, from, to),
    tableVersionsBetween(scope, table.id, between),
  ]);
  const ids = [from, to, ...entries.items].map(({ version_id }) => version_id);
  const versions = await versionsById(scope, ids);
  const timeOf = (id: string): string => versions.get(id)?.created_at ?? "";
  const loads = rowChanges(files.from, files.to);
  const known = new Set(from.columns.map(({ name }) => name));
  const shownSide = ({ version_id, rows, bytes }: Manifest): TableDiff["from"] => ({
    version_id,
    created_at: timeOf(version_id),
    rows,
    bytes,
  });
  return {
    table_id: table.id,
    reference: table.reference,
    from: shownSide(from),
    to: shownSide(to),
    ...totalChange(loads),
    loads: loads.slice(0, MAX_LISTED_LOADS),
    more_loads: Math.max(0, loads.length - MAX_LISTED_LOADS),
    columns_added: to.columns.flatMap(({ name }) => (known.has(name) ? [] : [name])),
    changes: entries.items.flatMap(({ version_id }) => versions.get(version_id) ?? []),
    more_changes: entries.more,
  };
}
