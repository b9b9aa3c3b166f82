import { notFound } from "#shared/domain/errors.ts";
import type { Page, PageRequest } from "#shared/domain/page.ts";
import { foldReference, isInternal, type Table } from "#shared/domain/table.ts";
import type { ViewReads } from "#shared/domain/viewReads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import {
  entryWrite,
  getItem,
  getItems,
  getTogether,
  itemWrite,
  listAll,
  listItems,
  type Stored,
  type Write,
} from "./dynamodb/items.ts";
import {
  activeTableKey,
  activeTables,
  archivedTableKey,
  archivedTables,
  headKey,
  referenceKey,
  tableKey,
  tables,
  tableVersionKey,
  tableVersions,
} from "./dynamodb/keys.ts";
import { type EntityList, emptyPage, readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { releaseWrite } from "./releasedReferences.ts";

/** Table as it is stored, with the key of its current manifest (null for a view). */
export interface TableRecord extends Table {
  manifest_key: string | null;
  /** Of a view: the tables that it was written on. Absent in views of earlier versions of the service. */
  reads?: ViewReads;
  /** Version in which an active table took its reference; absent if an earlier version of the service stored it. */
  named_since?: string;
}

/** Version of a table, with its manifest at that point of the history. */
export interface TableVersion {
  version_id: string;
  manifest_key: string | null;
}

export type StoredTable = Stored<TableRecord>;

export async function tableById(scope: WorkspaceScope, id: string): Promise<TableRecord> {
  return (await readTable(scope, id)).item;
}

export function findTableById(scope: WorkspaceScope, id: string): Promise<StoredTable | null> {
  return getItem<TableRecord>(workspaceDatabase(scope), tableKey(scope.id, id));
}

export async function readTable(scope: WorkspaceScope, id: string): Promise<StoredTable> {
  const table = await findTableById(scope, id);
  if (!table) throw notFound("table", id);
  return table;
}

/** Active table of a reference with its current version, so that a query reads one item. */
export interface Holder {
  table_id: string;
  kind: Table["kind"];
  version_id: string;
  manifest_key: string | null;
  /** Version in which it took the reference; absent if an earlier version of the service stored it. */
  since?: string;
}

/** Latest point of a workspace's history. */
export interface Head {
  version_id: string;
  /** Version after which all references that tables gave up are stored; absent in heads of earlier versions. */
  names_since?: string;
}

/** Maximum length of a reference that is looked up; no table has a longer one, and the length of keys is limited. */
const MAX_REFERENCE_LENGTH = 300;
const isPossible = (reference: string): boolean => reference.length <= MAX_REFERENCE_LENGTH;

/** Returns the active table of a reference with its current version, or null. */
export async function findHolder(scope: WorkspaceScope, reference: string): Promise<Holder | null> {
  if (!isPossible(reference)) return null;
  const key = referenceKey(scope.id, foldReference(reference));
  return (await getItem<Holder>(workspaceDatabase(scope), key))?.item ?? null;
}

/**
 * Reads the head of the history and the holder of a reference in one transaction. References that were given up after
 * `namesSince` are stored.
 */
export async function headAndHolder(
  scope: WorkspaceScope,
  reference: string,
): Promise<{ head: string; namesSince: string; holder: Holder | null }> {
  const keys = [headKey(scope.id), referenceKey(scope.id, foldReference(reference))];
  const [head, holder] = await getTogether(workspaceDatabase(scope), keys);
  if (!head) throw new Error(`The workspace ${scope.id} has no head in its region`);
  const { version_id, names_since = version_id } = head.item as Head;
  return {
    head: version_id,
    namesSince: names_since,
    holder: (holder?.item as Holder | undefined) ?? null,
  };
}

/** Returns the active tables of references, in their order; null where there is none. */
export async function findHolders(
  scope: WorkspaceScope,
  references: readonly string[],
): Promise<(Holder | null)[]> {
  if (references.length === 0) return [];
  const keys = references.map((reference) => referenceKey(scope.id, foldReference(reference)));
  return (await getTogether(workspaceDatabase(scope), keys)).map((found) => (found?.item as Holder) ?? null);
}

/** Returns a table as the holder of its reference. */
export function holderOf({ id, kind, version_id, manifest_key, named_since }: TableRecord): Holder {
  const since = named_since === undefined ? {} : { since: named_since };
  return { table_id: id, kind, version_id, manifest_key, ...since };
}

/** Returns the active table of a reference, or null. */
export async function findTable(scope: WorkspaceScope, reference: string): Promise<TableRecord | null> {
  const holder = await findHolder(scope, reference);
  return holder ? tableById(scope, holder.table_id) : null;
}

export async function tableByReference(scope: WorkspaceScope, reference: string): Promise<TableRecord> {
  return (await readTableByReference(scope, reference)).item;
}

export async function readTableByReference(scope: WorkspaceScope, reference: string): Promise<StoredTable> {
  const holder = await findHolder(scope, reference);
  if (!holder) throw notFound("table", `"${reference}"`);
  return readTable(scope, holder.table_id);
}

/** Returns the writes that create or update a table with its reference and list entries. */
export function tableWrites(scope: WorkspaceScope, before: StoredTable | null, after: TableRecord): Write[] {
  const version: TableVersion = { version_id: after.version_id, manifest_key: after.manifest_key };
  const named = withNamedSince(before?.item ?? null, after);
  return [
    itemWrite(tableKey(scope.id, after.id), before, named),
    { kind: "put", key: tableVersionKey(scope.id, after.id, after.version_id), item: version },
    ...lookUpWrites(scope, before?.item ?? null, named),
  ];
}

/** Returns the write that stores which tables a view reads, without a new version of it. */
export function viewReadsWrite(scope: WorkspaceScope, view: StoredTable, reads: ViewReads): Write {
  return itemWrite(tableKey(scope.id, view.item.id), view, { ...view.item, reads });
}

/** Table in a list, so that one that a task created can be skipped without being read. */
interface TableEntry {
  id: string;
  internal: boolean;
  /** Absent in entries that an older version wrote. */
  reference?: string;
}

/** Returns the folded reference that a table holds; null for an archived one. */
function heldReference(table: TableRecord | null): string | null {
  return table && table.archived_at === null ? foldReference(table.reference) : null;
}

/** Returns a table with the version in which it took the reference that it holds. */
function withNamedSince(before: TableRecord | null, { named_since: _, ...after }: TableRecord): TableRecord {
  const held = heldReference(after);
  const since = held === heldReference(before) ? before?.named_since : after.version_id;
  return held === null || since === undefined ? after : { ...after, named_since: since };
}

/**
 * Returns the writes of a table's look-up items: its reference while it is active, and the list of archived tables of
 * the same reference.
 */
function lookUpWrites(scope: WorkspaceScope, before: TableRecord | null, after: TableRecord): Write[] {
  const was = heldReference(before);
  const is = heldReference(after);
  const writes: Write[] = [];
  if (is !== null) {
    const item = holderOf(after);
    writes.push({ kind: was === is ? "put" : "create", key: referenceKey(scope.id, is), item });
  }
  if (was === is) return writes;
  const entry: TableEntry = { id: after.id, internal: isInternal(after), reference: after.reference };
  if (before && was !== null) {
    writes.push(
      { kind: "delete", key: referenceKey(scope.id, was) },
      releaseWrite(scope, was, before, after.version_id),
    );
  }
  if (was !== null || is !== null) {
    writes.push(entryWrite(activeTableKey(scope.id, after.id), is !== null, entry));
  }
  const archivedAs = foldReference(before?.reference ?? after.reference);
  const archived = archivedTableKey(scope.id, archivedAs, after.id);
  if (is === null) writes.push({ kind: "put", key: archived, item: entry });
  else if (before && before.archived_at !== null) writes.push({ kind: "delete", key: archived });
  return writes;
}

/** Returns the references of all active tables and views that users created. */
export async function activeReferences(scope: WorkspaceScope): Promise<string[]> {
  const entries = await activeEntries(scope);
  const unnamed = entries.flatMap(({ id, reference }) => (reference === undefined ? [id] : []));
  const read = await recordsOf(scope, unnamed);
  return [...entries.flatMap(({ reference }) => reference ?? []), ...read.map(({ reference }) => reference)];
}

/** Returns all active tables and views that users created. */
export async function activeTableRecords(scope: WorkspaceScope): Promise<TableRecord[]> {
  const entries = await activeEntries(scope);
  const ids = entries.map(({ id }) => id);
  return (await recordsOf(scope, ids)).filter((table) => table.archived_at === null);
}

async function activeEntries(scope: WorkspaceScope): Promise<TableEntry[]> {
  const entries = await listAll<TableEntry>(workspaceDatabase(scope), activeTables(scope.id));
  return entries.filter(({ internal }) => !internal);
}

function recordsOf(scope: WorkspaceScope, ids: readonly string[]): Promise<TableRecord[]> {
  return getItems<TableRecord>(
    workspaceDatabase(scope),
    ids.map((id) => tableKey(scope.id, id)),
  );
}

export interface TableFilter {
  includeArchived: boolean;
  includeInternal: boolean;
  /** Part of the reference, ignoring case. */
  part?: string | null;
  /** Project whose loads brought rows or columns, with the ids of the tables that they name. */
  project?: { id: string; tableIds: ReadonlySet<string> } | null;
}

export function listTables(
  scope: WorkspaceScope,
  filter: TableFilter,
  request: PageRequest,
): Promise<Page<Table>> {
  const { includeArchived, includeInternal, project } = filter;
  const part = filter.part ? foldReference(filter.part) : null;
  const identity = JSON.stringify([includeArchived, includeInternal, part, project?.id ?? null]);
  /** Tells whether a table is asked for, by what is known of it. */
  const isAskedFor = ({ id, reference }: { id: string; reference?: string }): boolean =>
    (!project || project.tableIds.has(id)) &&
    (part === null || reference === undefined || foldReference(reference).includes(part));
  if (!includeArchived) {
    const leavesOut = (entry: TableEntry): boolean =>
      (entry.internal && !includeInternal) || !isAskedFor(entry);
    const shown = (table: Table): boolean =>
      table.archived_at === null && (includeInternal || !isInternal(table)) && isAskedFor(table);
    return tablePage(scope, { pk: activeTables(scope.id), identity, leavesOut }, shown, request);
  }
  return readPage<Table, Table>(
    workspaceDatabase(scope),
    {
      pk: tables(scope.id),
      identity,
      leavesOut: (table) => (!includeInternal && isInternal(table)) || !isAskedFor(table),
      resolve: async (all) => all,
    },
    request,
  );
}

export function listArchivedTables(
  scope: WorkspaceScope,
  reference: string,
  request: PageRequest,
): Promise<Page<Table>> {
  const list = { pk: archivedTables(scope.id, foldReference(reference)), identity: "" };
  if (!isPossible(reference)) return Promise.resolve(emptyPage(list, request));
  return tablePage(scope, list, (table) => table.archived_at !== null, request);
}

/** Reads a page of a list that has only the ids of its tables. */
function tablePage(
  scope: WorkspaceScope,
  list: Pick<EntityList<TableEntry, TableRecord, Table>, "pk" | "identity" | "leavesOut">,
  isShown: (table: Table) => boolean,
  request: PageRequest,
): Promise<Page<Table>> {
  const idOf = ({ id }: TableEntry): string => id;
  const keyOf = (id: string) => tableKey(scope.id, id);
  const show = (found: TableRecord[]): Table[] => found.filter(isShown);
  return readEntityPage(workspaceDatabase(scope), { ...list, idOf, keyOf, show }, request);
}

/** Returns all versions of a table, the oldest first. */
export function listTableVersions(scope: WorkspaceScope, tableId: string): Promise<TableVersion[]> {
  return listAll<TableVersion>(workspaceDatabase(scope), tableVersions(scope.id, tableId));
}

/** Returns the latest version of a table up to `versionId`; null if the table is younger. */
export async function tableVersionAt(
  scope: WorkspaceScope,
  tableId: string,
  versionId: string,
): Promise<TableVersion | null> {
  const pk = tableVersions(scope.id, tableId);
  // Reading backwards from the next id, the first item is the version itself or the last one before it.
  const after = tableVersionKey(scope.id, tableId, String(Number(versionId) + 1)).sk;
  const { items } = await listItems<TableVersion>(workspaceDatabase(scope), pk, {
    after,
    descending: true,
    limit: 1,
  });
  return items[0]?.item ?? null;
}

/** Returns the first versions of a table that are later than `after`, up to `upTo`, and whether there are more. */
export async function tableVersionsBetween(
  scope: WorkspaceScope,
  tableId: string,
  { after, upTo, limit }: { after: string; upTo: string; limit: number },
): Promise<{ items: TableVersion[]; more: boolean }> {
  const { items } = await listItems<TableVersion>(
    workspaceDatabase(scope),
    tableVersions(scope.id, tableId),
    { after: tableVersionKey(scope.id, tableId, after).sk, limit: limit + 1 },
  );
  const found = items.map(({ item }) => item).filter(({ version_id }) => Number(version_id) <= Number(upTo));
  return { items: found.slice(0, limit), more: found.length > limit };
}
