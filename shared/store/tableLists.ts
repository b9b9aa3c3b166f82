import type { Page, PageRequest } from "#shared/domain/page.ts";
import { foldReference, isInternal, type Table } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { workspaceDatabase } from "./dynamodb/database.ts";
import { getItems, listAll } from "./dynamodb/items.ts";
import { activeTables, archivedTables, tableKey, tables } from "./dynamodb/keys.ts";
import { type EntityList, emptyPage, readEntityPage, readPage } from "./dynamodb/readPage.ts";
import { isPossible, type TableRecord } from "./tables.ts";
import type { TableEntry } from "./tableWrites.ts";

/** Name of an active table or view. */
export interface NamedTable {
  id: string;
  reference: string;
  kind: Table["kind"];
  /** Version in which it acquired its reference; absent if an earlier version of the service wrote the entry. */
  since?: string;
  /** True if the table may have a description. */
  described: boolean;
}

/** Returns the names of all active tables and views created by users, without reading their records. */
export async function activeTableNames(scope: WorkspaceScope): Promise<NamedTable[]> {
  const entries = await activeEntries(scope);
  const unnamed = entries.flatMap(({ id, kind }) => (kind === undefined ? [id] : []));
  const read = new Map((await recordsOf(scope, unnamed)).map((table) => [table.id, table]));
  return entries.flatMap(({ id, reference, kind, since, described = true }) => {
    if (kind !== undefined)
      return [{ id, reference, kind, described, ...(since !== undefined && { since }) }];
    const table = read.get(id);
    return table ? [{ id, reference: table.reference, kind: table.kind, described }] : [];
  });
}

/** Returns the given tables, in any order, without those that are archived. */
export async function activeTablesOf(scope: WorkspaceScope, ids: readonly string[]): Promise<TableRecord[]> {
  return (await recordsOf(scope, ids)).filter((table) => table.archived_at === null);
}

/** Returns all active tables and views created by users. */
export async function activeTableRecords(scope: WorkspaceScope): Promise<TableRecord[]> {
  const entries = await activeEntries(scope);
  return activeTablesOf(
    scope,
    entries.map(({ id }) => id),
  );
}

/** Returns all tables and views, including archived and internal ones. */
export function allTableRecords(scope: WorkspaceScope): Promise<TableRecord[]> {
  return listAll<TableRecord>(workspaceDatabase(scope), tables(scope.id));
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
  /** Project with loads that added rows or columns, and the ids of the tables named in those loads. */
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
  const isAskedFor = ({ id, reference }: { id: string; reference: string }): boolean =>
    (!project || project.tableIds.has(id)) && (part === null || foldReference(reference).includes(part));
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

/** Reads a page of a list that only contains the ids of its tables. */
function tablePage(
  scope: WorkspaceScope,
  list: Pick<EntityList<TableEntry, TableRecord, Table>, "pk" | "identity" | "leavesOut">,
  isShown: (table: Table) => boolean,
  request: PageRequest,
): Promise<Page<Table>> {
  const idOf = ({ id }: TableEntry): string => id;
  const keyOf = (id: string) => tableKey(scope.id, id);
  const show = (records: TableRecord[]): Table[] => records.filter(isShown);
  return readEntityPage(workspaceDatabase(scope), { ...list, idOf, keyOf, show }, request);
}
