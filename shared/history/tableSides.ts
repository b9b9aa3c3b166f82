import { conflict, invalidField } from "@pdp/basics/errors";
import type { Manifest } from "#shared/domain/loads/manifest.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { type TableRecord, tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";

/** Table at two versions, each with the id of the table version at that time. */
export interface TableSides {
  table: TableRecord;
  from: Manifest;
  to: Manifest;
}

/**
 * Reads a table at two versions of the workspace's history for a comparison; a null `toId` is the table's latest version.
 * Rejects views, versions in the wrong order, and versions before the table was created.
 */
export async function tableSides(
  scope: WorkspaceScope,
  tableId: string,
  fromId: string,
  toId: string | null,
): Promise<TableSides> {
  const table = await tableById(scope, tableId);
  if (table.kind === "VIEW") {
    throw conflict("table_is_view", `"${table.reference}" is a view and has no stored rows to compare.`);
  }
  const [from, to] = await Promise.all([
    sideAt(scope, table, "from", fromId),
    sideAt(scope, table, "to", toId ?? table.version_id),
  ]);
  if (Number(from.version_id) > Number(to.version_id)) {
    const sentence = `"from" is a later version than "to": swap them`;
    throw invalidField(["query", "from"], sentence, fromId);
  }
  return { table, from, to };
}

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
  const sentence = `The table "${table.reference}" did not exist yet at the version ${point.id} (${point.created_at}): its first version was created at ${table.created_at}`;
  throw invalidField(["query", parameter], sentence, versionId);
}
