import { visibleInQuery } from "#shared/domain/context.ts";
import { DomainError, notFound } from "#shared/domain/errors.ts";
import { isId } from "#shared/domain/id.ts";
import { foldedReference } from "#shared/domain/table.ts";
import { filesOf, readManifest } from "#shared/lake/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Relation, ResolveRelation } from "#shared/sql/relation.ts";
import { findTableId, type TableRecord, tableById, tableVersionAt } from "#shared/store/tables.ts";
import { getHead, getVersion } from "#shared/store/versions.ts";

/** A view that is about to be stored: its reference means its new query, so that a cycle is found before it exists. */
export interface PendingView {
  reference: string;
  query: string;
}

/**
 * What a query's table names mean: today's reference, the version asked for, and of its files those whose context may be
 * seen. Without a version, all tables are read as of one point of the history, so that a load of several tables is never
 * seen in part. Throws `unknown_table` for a reference without an active table, and `version_not_found` for an id that
 * is no version of this workspace.
 */
export function relationsOf(
  scope: WorkspaceScope,
  projectId: string | null,
  pending?: PendingView,
): ResolveRelation {
  const points = new Map<string | undefined, Promise<string>>();
  const pointOf = (version: string | undefined): Promise<string> => {
    const known = points.get(version) ?? pointInHistory(scope, version);
    points.set(version, known);
    return known;
  };
  return async (reference, version) => {
    if (pending && foldedReference(pending.reference) === foldedReference(reference)) {
      return { kind: "VIEW", query: pending.query };
    }
    const [point, holder] = await Promise.all([pointOf(version), findTableId(scope, reference)]);
    // The table is read after the point in history, so that it is never older than that.
    const table = holder === null ? null : await tableById(scope, holder);
    if (!table) throw unknownTable(`There is no table "${reference}".`);
    if (table.query !== undefined) return { kind: "VIEW", query: table.query };
    return tableRelation(scope, table, point, projectId);
  };
}

async function pointInHistory(scope: WorkspaceScope, version: string | undefined): Promise<string> {
  if (version === undefined) return (await getHead(scope)).version_id;
  if (!isId(version)) throw notFound("version", version);
  return (await getVersion(scope, version)).id;
}

async function tableRelation(
  scope: WorkspaceScope,
  table: TableRecord,
  point: string,
  projectId: string | null,
): Promise<Relation> {
  const isCurrent = Number(table.version_id) <= Number(point);
  const at = isCurrent ? table : await tableVersionAt(scope, table.id, point);
  if (!at) throw unknownTable(`The table "${table.reference}" did not exist yet at version ${point}.`);
  if (at.manifest_key === null) return { kind: "TABLE", columns: table.columns, files: [] };
  const manifest = await readManifest(scope, at.manifest_key);
  const files = await filesOf(scope, manifest);
  return {
    kind: "TABLE",
    columns: manifest.columns,
    files: files.filter((file) => visibleInQuery(file.context, projectId)),
  };
}

function unknownTable(message: string): DomainError {
  return new DomainError("malformed", "unknown_table", message);
}
