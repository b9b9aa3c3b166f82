import { DomainError, notFound } from "@pdp/basics/errors";
import { nearest } from "@pdp/trino/errors";
import { isTagName } from "@pdp/trino/parse";
import { type Relation, type ResolveRelation, SCHEMA } from "@pdp/trino/relations";
import { LRUCache } from "lru-cache";
import type { Visibility } from "#shared/domain/context.ts";
import { isId } from "#shared/domain/id.ts";
import { foldReference } from "#shared/domain/table.ts";
import { filesToRead } from "#shared/history/filesToRead.ts";
import { findSnapshotByName, type PinnedRelation, snapshotView } from "#shared/history/taskSnapshots.ts";
import { filesOf, readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { listArchivedTables, listTables } from "#shared/store/tableLists.ts";
import { type Holder, tableById } from "#shared/store/tables.ts";
import { type TableVersion, tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";
import { getTag } from "#shared/store/versionTags.ts";
import { CurrentTables } from "./currentTables.ts";
import { type HolderAt, holderAt } from "./holderAt.ts";
import { informationSchema } from "./informationSchema.ts";
import { versionAtTime } from "./versionAtTime.ts";
import { viewRelation } from "./viewRelation.ts";

/**
 * View that is about to be stored: its reference already resolves to the new query, so that a cycle is detected before the
 * view is stored.
 */
export interface PendingView {
  reference: string;
  query: string;
}

export interface RelationOptions {
  pending?: PendingView;
  /**
   * Set if `information_schema` can be read. A task cannot read it, because its rows could not be read again later. Clients of
   * Trino's protocol also read the catalog `system`.
   */
  informs?: "api" | "client";
  /** Output: the version of each table that was found, by its reference as written. */
  snapshots?: Record<string, string>;
  /** Output: the relations that were found, in a form that does not change later. */
  pinned?: PinnedRelation[];
  /** Output: the ids of the tables and views that were found, by their folded references. */
  ids?: Map<string, string>;
}

/**
 * Returns a resolver for a query's table names. A name resolves to the table that had the reference at the requested version
 * or, failing that, to the table that has it today, with the files of the visible contexts. Without a version, all tables are
 * read at one point in the history, so that a load of several tables is never partly visible. A name like
 * `tasks.task_1.dataset` that is not the reference of a table is an input of that task, with the same rows at every version. A
 * view that uses names now belonging to other tables is refused when it is read. Throws `unknown_table` for a reference
 * without a table, `version_not_found` or `tag_not_found` for an unknown version of this workspace, and `time_not_in_history`
 * for an instant before or after all versions.
 */
export function relationsOf(
  scope: WorkspaceScope,
  isVisible: Visibility,
  options: RelationOptions = {},
): ResolveRelation {
  const { pending, snapshots, pinned, ids, informs } = options;
  const shownNames =
    informs && scope.name !== undefined
      ? { catalog: scope.name, schema: SCHEMA, isForClients: informs === "client" }
      : undefined;
  const points = new Map<string, Promise<string>>();
  const current = new CurrentTables(scope);
  const resolve: ResolveRelation = async (reference, version) => {
    if (pending && foldReference(pending.reference) === foldReference(reference)) {
      return { kind: "VIEW", query: pending.query };
    }
    const early = earlyVersion(scope, reference, version);
    const { point, holder, isPast } = await lookUp(scope, reference, version, { points, current });
    const information =
      informs && !holder ? informationSchema(scope, reference, { point, isPast }, shownNames) : undefined;
    if (information) return information;
    const named = { reference, version: version ?? null };
    if (!holder) {
      const snapshot = await findSnapshotByName(scope, reference);
      if (!snapshot) throw await missingTable(scope, reference);
      pinned?.push({ ...named, kind: "SNAPSHOT", task_id: snapshot.taskId, input: snapshot.input });
      return snapshotView(scope, snapshot.snapshot, isVisible);
    }
    // What a reference means at a past version does not change if the reference changes later.
    const heldAt = isPast ? { heldAt: point } : {};
    if (!isPast) ids?.set(foldReference(reference), holder.table_id);
    if (holder.kind === "VIEW") {
      const view = viewRelation(scope, await tableById(scope, holder.table_id));
      pinned?.push({ ...named, kind: "VIEW", query: view.query });
      return { ...view, ...heldAt };
    }
    const { relation, versionId, manifestKey } = await tableRelation(
      scope,
      reference,
      holder,
      {
        point,
        name: version !== undefined && isInstant(version) ? version : `version ${point}`,
        isPinned: pinned !== undefined,
        early: early?.tableId === holder.table_id ? early.read : undefined,
      },
      isVisible,
    );
    if (snapshots) snapshots[reference] = versionId;
    pinned?.push({ ...named, kind: "TABLE", manifest_key: manifestKey });
    return { ...relation, ...heldAt };
  };
  return Object.assign(resolve, { isCatalog: catalogsOf(scope), ...shownNames });
}

/**
 * Returns the catalogs that may prefix the names of a workspace's tables. A task does not know the name of its workspace; its
 * queries were checked when it was created.
 */
function catalogsOf({ name, settings }: WorkspaceScope): (catalog: string) => boolean {
  return (catalog) =>
    name === undefined || catalog === name || catalog === settings.sqlCatalog?.toLowerCase();
}

const MAX_READ_IN_PAST = 10_000;
/** Tables that were last read at a past version in this process, by workspace and folded reference. */
const readInPast = new LRUCache<string, string>({ max: MAX_READ_IN_PAST });

const pastName = ({ id }: WorkspaceScope, reference: string): string => `${id}\n${foldReference(reference)}`;

interface EarlyVersion {
  tableId: string;
  read: Promise<TableVersion | null>;
}

/**
 * Starts to read the version of the table that this process found under the reference before, so that it need not wait for
 * the reference. The caller compares the table.
 */
function earlyVersion(
  scope: WorkspaceScope,
  reference: string,
  version: string | undefined,
): EarlyVersion | undefined {
  const tableId = readInPast.get(pastName(scope, reference));
  if (tableId === undefined || version === undefined || !isId(version)) return undefined;
  const read = tableVersionAt(scope, tableId, version);
  // If the reference belongs to another table by now, nobody waits for this.
  read.catch(() => undefined);
  return { tableId, read };
}

/** Lookups that the tables of one query share. */
interface LookUps {
  /** Points in the history by version as written. */
  points: Map<string, Promise<string>>;
  current: CurrentTables;
}

/** Finds the table for a reference and the version to read it at. */
async function lookUp(
  scope: WorkspaceScope,
  reference: string,
  version: string | undefined,
  { points, current }: LookUps,
): Promise<{ point: string } & HolderAt> {
  if (version === undefined) {
    const { head, holder } = await current.find(reference);
    return { point: head, holder, isPast: false };
  }
  const point = points.get(version) ?? versionPoint(scope, version);
  points.set(version, point);
  // An id is its own point in the history, so both are read at once.
  const holding = isId(version)
    ? holderAt(scope, reference, version)
    : point.then((at) => holderAt(scope, reference, at));
  const [at, holder] = await Promise.all([point, holding]);
  return { point: at, ...holder };
}

/** Returns the point in the history denoted by a version id, a tag or an instant. */
async function versionPoint(scope: WorkspaceScope, version: string): Promise<string> {
  if (isTagName(version)) return (await getTag(scope, version)).version_id;
  if (isInstant(version)) return versionAtTime(scope, version);
  if (!isId(version)) throw notFound("version", version);
  return (await getVersion(scope, version)).id;
}

function isInstant(version: string): boolean {
  return version.includes("T") && !isTagName(version);
}

/** Where in the history a table is read, its name in messages, and how it is read. */
interface ReadAt {
  point: string;
  name: string;
  isPinned: boolean;
  /** Version of the table at `point`, if its read has already started. */
  early: Promise<TableVersion | null> | undefined;
}

async function tableRelation(
  scope: WorkspaceScope,
  reference: string,
  holder: Holder,
  { point, name, isPinned, early }: ReadAt,
  isVisible: Visibility,
): Promise<{ relation: Relation; versionId: string; manifestKey: string }> {
  const isCurrent = Number(holder.version_id) <= Number(point);
  if (!isCurrent) readInPast.set(pastName(scope, reference), holder.table_id);
  const at = isCurrent ? holder : await (early ?? tableVersionAt(scope, holder.table_id, point));
  if (!at) throw unknownTable(`The table "${reference}" did not exist yet at ${name}.`);
  if (at.manifest_key === null) throw new Error(`The table ${holder.table_id} has no manifest at ${point}`);
  const manifest = await readManifest(scope, at.manifest_key);
  // A task pins the manifest, and its query may depend on the order of rows.
  const files =
    isPinned || isCurrent
      ? await filesOf(scope, manifest)
      : await filesToRead(scope, manifest, holder.manifest_key);
  const visible = files.filter((file) => isVisible(file.context));
  return {
    relation: {
      kind: "TABLE",
      id: holder.table_id,
      columns: manifest.columns,
      files: visible,
      version: manifest.version_id,
    },
    versionId: manifest.version_id,
    manifestKey: at.manifest_key,
  };
}

const MAX_NAMED = 5;
/** Number of newest tables to search for a misspelled name. */
const MAX_COMPARED = 100;

/**
 * Returns the error for an unknown reference, with suggestions: its table may be archived, or the reference may be misspelled.
 */
async function missingTable(scope: WorkspaceScope, reference: string): Promise<DomainError> {
  const latest = { limit: 1, cursor: null, order: "DESC" as const };
  const [archived] = (await listArchivedTables(scope, reference, latest)).items;
  if (archived) {
    return unknownTable(
      `The table "${reference}" was archived at ${archived.archived_at}. To read it, use FOR VERSION AS OF with an earlier version.`,
    );
  }
  const shown = { includeArchived: false, includeInternal: false };
  const { items } = await listTables(scope, shown, { limit: MAX_COMPARED, cursor: null, order: "DESC" });
  const meant = nearest(
    reference,
    items.map((table) => table.reference),
  );
  if (meant !== "") return unknownTable(`There is no table "${reference}"${meant}`);
  const newest = items.slice(0, MAX_NAMED);
  const names = newest.map((table) => `"${table.reference}"`).join(", ");
  const known = items.length === 0 ? "the workspace has none" : `the newest tables are ${names}`;
  return unknownTable(`There is no table "${reference}"; ${known}.`);
}

function unknownTable(message: string): DomainError {
  return new DomainError("malformed", "unknown_table", message);
}
