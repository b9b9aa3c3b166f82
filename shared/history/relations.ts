import type { Visibility } from "#shared/domain/context.ts";
import { DomainError, notFound } from "#shared/domain/errors.ts";
import { isId } from "#shared/domain/id.ts";
import { foldedReference } from "#shared/domain/table.ts";
import { filesOf, readManifest } from "#shared/lake/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { Relation, ResolveRelation } from "#shared/sql/relation.ts";
import {
  findHolder,
  type Holder,
  headAndHolder,
  listTables,
  tableById,
  tableVersionAt,
} from "#shared/store/tables.ts";
import { getVersion } from "#shared/store/versions.ts";

/** A view that is about to be stored: its reference means its new query, so that a cycle is found before it exists. */
export interface PendingView {
  reference: string;
  query: string;
}

export interface RelationOptions {
  pending?: PendingView;
  /** Filled with the version of each table that was found, by its reference as written. */
  snapshots?: Record<string, string>;
}

/**
 * What a query's table names mean: today's reference, the version asked for, and of its files those whose context may be
 * seen. Without a version, all tables are read as of one point of the history, so that a load of several tables is never
 * seen in part. Throws `unknown_table` for a reference without an active table, and `version_not_found` for an id that
 * is no version of this workspace.
 */
export function relationsOf(
  scope: WorkspaceScope,
  isVisible: Visibility,
  options: RelationOptions = {},
): ResolveRelation {
  const { pending, snapshots } = options;
  const pointed = new Map<string | undefined, Promise<string>>();
  return async (reference, version) => {
    if (pending && foldedReference(pending.reference) === foldedReference(reference)) {
      return { kind: "VIEW", query: pending.query };
    }
    const { point, holder } = await lookUp(scope, reference, version, pointed);
    if (!holder) throw await missingTable(scope, reference);
    if (holder.kind === "VIEW") {
      const { query = "" } = await tableById(scope, holder.table_id);
      return { kind: "VIEW", query };
    }
    const { relation, versionId } = await tableRelation(scope, reference, holder, point, isVisible);
    if (snapshots) snapshots[reference] = versionId;
    return relation;
  };
}

/**
 * What holds a reference, and the point of the history to read it at. The first look-up of a query without a version takes
 * both at one moment; the others read their table after that, so it is never older than the point.
 */
async function lookUp(
  scope: WorkspaceScope,
  reference: string,
  version: string | undefined,
  pointed: Map<string | undefined, Promise<string>>,
): Promise<{ point: string; holder: Holder | null }> {
  const known = pointed.get(version);
  if (known || version !== undefined) {
    const point = known ?? versionPoint(scope, version ?? "");
    pointed.set(version, point);
    return { point: await point, holder: await findHolder(scope, reference) };
  }
  const first = headAndHolder(scope, reference);
  const point = first.then(({ head }) => head);
  // Nobody may be waiting for it: what fails is told by `first`.
  point.catch(() => undefined);
  pointed.set(version, point);
  const { head, holder } = await first;
  return { point: head, holder };
}

async function versionPoint(scope: WorkspaceScope, version: string): Promise<string> {
  if (!isId(version)) throw notFound("version", version);
  return (await getVersion(scope, version)).id;
}

async function tableRelation(
  scope: WorkspaceScope,
  reference: string,
  holder: Holder,
  point: string,
  isVisible: Visibility,
): Promise<{ relation: Relation; versionId: string }> {
  const isCurrent = Number(holder.version_id) <= Number(point);
  const at = isCurrent ? holder : await tableVersionAt(scope, holder.table_id, point);
  if (!at) throw unknownTable(`The table "${reference}" did not exist yet at version ${point}.`);
  if (at.manifest_key === null) throw new Error(`The table ${holder.table_id} has no manifest at ${point}`);
  const manifest = await readManifest(scope, at.manifest_key);
  const files = await filesOf(scope, manifest);
  const visible = files.filter((file) => isVisible(file.context));
  return {
    relation: { kind: "TABLE", columns: manifest.columns, files: visible },
    versionId: manifest.version_id,
  };
}

const MAX_NAMED = 5;

/** Says also what there is: the name may be misspelt, or the rows lie in a table that a task has made. */
async function missingTable(scope: WorkspaceScope, reference: string): Promise<DomainError> {
  const shown = { includeArchived: false, includeInternal: false };
  const { items } = await listTables(scope, shown, { limit: MAX_NAMED, cursor: null, order: "DESC" });
  const names = items.map((table) => `"${table.reference}"`).join(", ");
  const known = items.length === 0 ? "the workspace has none" : `the newest tables are ${names}`;
  return unknownTable(`There is no table "${reference}"; ${known}.`);
}

function unknownTable(message: string): DomainError {
  return new DomainError("malformed", "unknown_table", message);
}
