import { DomainError, notFound } from "@pdp/basics/errors";
import type { Relation } from "@pdp/trino/relations";
import { isId } from "#shared/domain/id.ts";
import { filesToRead } from "#shared/history/filesToRead.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { tableById } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";
import { relationsOf } from "./relations.ts";
import { viewRelation } from "./viewRelation.ts";

/**
 * Returns the relation of a table or view by id, even if it is archived, at a version (the latest if null), with the rows of
 * all contexts.
 */
export async function relationOfTable(
  scope: WorkspaceScope,
  id: string,
  version: string | null,
): Promise<Relation> {
  const table = await tableById(scope, id);
  const point = version === null ? null : await requireVersion(scope, version);
  if (table.kind === "VIEW") {
    const names = {
      resolve: relationsOf(scope, () => true, { informs: "api" }),
      ...(point !== null && { version: point }),
    };
    return { ...viewRelation(scope, table), names };
  }
  const at = await tableVersionAt(scope, id, point ?? table.version_id);
  if (!at?.manifest_key) {
    throw new DomainError(
      "not_found",
      "version_not_found",
      `The table "${table.reference}" did not exist yet at version ${point}.`,
    );
  }
  const manifest = await readManifest(scope, at.manifest_key);
  return {
    kind: "TABLE",
    columns: manifest.columns,
    files: await filesToRead(scope, manifest, table.manifest_key),
  };
}

async function requireVersion(scope: WorkspaceScope, version: string): Promise<string> {
  if (!isId(version)) throw notFound("version", version);
  return (await getVersion(scope, version)).id;
}
