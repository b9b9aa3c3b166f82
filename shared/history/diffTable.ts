import { conflict, invalidField } from "#shared/domain/errors.ts";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { rowChanges, totalChange } from "#shared/domain/loads/rowChanges.ts";
import { MAX_LISTED_LOADS, MAX_LISTED_VERSIONS, type TableDiff } from "#shared/domain/loads/tableDiff.ts";
import { readManifest } from "#shared/lake/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type TableRecord, tableById, tableVersionAt, tableVersionsBetween } from "#shared/store/tables.ts";
import { getVersion, versionsById } from "#shared/store/versions.ts";
import { differingFiles } from "./tableFiles.ts";

/**
 * Compares a table at two versions of the workspace's history by their lists of files; no row is read. A null `to` is
 * the table's latest version.
 */
export async function diffTable(
  scope: WorkspaceScope,
  tableId: string,
  fromId: string,
  toId: string | null,
): Promise<TableDiff> {
  const table = await tableById(scope, tableId);
  if (table.kind === "VIEW") {
    throw conflict("table_is_view", `"${table.reference}" is a view: it has no rows of its own to compare.`);
  }
  const [from, to] = await Promise.all([
    sideAt(scope, table, "from", fromId),
    sideAt(scope, table, "to", toId ?? table.version_id),
  ]);
  if (Number(from.version_id) > Number(to.version_id)) {
    const sentence = `The version of "from" is later than that of "to": exchange them`;
    throw invalidField(["query", "from"], sentence, fromId);
  }
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

/** Returns the table's manifest at a version, under the id of the table's own version then. */
async function sideAt(
  scope: WorkspaceScope,
  table: TableRecord,
  parameter: "from" | "to",
  versionId: string,
): Promise<Manifest> {
  const point = await getVersion(scope, versionId);
  const version = await tableVersionAt(scope, table.id, point.id);
  if (version?.manifest_key) {
    const manifest = await readManifest(scope, version.manifest_key);
    return { ...manifest, version_id: version.version_id };
  }
  if (version) throw new Error(`The table ${table.id} has no manifest at ${version.version_id}`);
  const sentence = `The table "${table.reference}" did not exist yet at the version ${point.id} (${point.created_at}): its first version is of ${table.created_at}`;
  throw invalidField(["query", parameter], sentence, versionId);
}
