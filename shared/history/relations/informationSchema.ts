import type { Column } from "@pdp/basics/columns";
import { DomainError } from "@pdp/basics/errors";
import { CATALOG, type RowFilter, type RowsRelation, SCHEMA } from "@pdp/trino/relations";
import {
  type CatalogNames,
  type CatalogReads,
  informationReads,
  informationRelation,
  jdbcReads,
  jdbcRelation,
  type ListedTable,
} from "@pdp/trino/statements";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import {
  activeTableNames,
  activeTableRecords,
  activeTablesOf,
  type NamedTable,
} from "#shared/store/tableLists.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";

/** Maximum number of columns across all tables, because the rows that list them become part of the query text. */
const MAX_COLUMNS = 50_000;
/** Number of tables to look up concurrently. */
const MAX_CONCURRENT_READS = 20;

/** Point in the history; past if the query names a version. */
interface Point {
  point: string;
  isPast: boolean;
}

/**
 * Returns a table of `information_schema` or, for clients, of the catalog `system`: the workspace's active user-created tables,
 * with the references and columns that they had at a point in the history. Names come from the list of tables; the records of
 * tables are read only if the query shows their columns, and only those of tables that it asks for. Returns undefined for a
 * name that is in neither.
 */
export function informationSchema(
  scope: WorkspaceScope,
  reference: string,
  at: Point,
  names?: CatalogNames,
): RowsRelation | undefined {
  const jdbc = names?.isForClients === true ? jdbcReads(reference) : undefined;
  const reads = jdbc ?? informationReads(reference);
  if (reads === undefined) return undefined;
  const relationOf = (tables: readonly ListedTable[]): RowsRelation =>
    jdbc !== undefined && names
      ? jdbcRelation(reference, tables, names)
      : informationRelation(reference, tables, names);
  return {
    ...relationOf([]),
    load: async (mayCount) => {
      const listed = await tablesAt(scope, reads, at, named(mayCount, names));
      const count = listed.reduce((sum, { columns }) => sum + columns.length, 0);
      if (count <= MAX_COLUMNS) return relationOf(listed).rows;
      const sentence = `The tables of the workspace have ${count} columns, but information_schema shows at most ${MAX_COLUMNS}. Add a condition on table_name, or use the API, which lists tables in pages.`;
      throw new DomainError("malformed", "query_too_complex", sentence);
    },
  };
}

/** Returns whether a query asks for a table with a reference. */
function named(mayCount: RowFilter, names?: CatalogNames): (table: { reference: string }) => boolean {
  const { catalog = CATALOG, schema = SCHEMA } = names ?? {};
  const schemas = { table_schema: schema, table_schem: schema, schema_name: schema };
  const catalogs = { table_catalog: catalog, table_cat: catalog, catalog_name: catalog };
  return ({ reference }) => mayCount({ ...schemas, ...catalogs, table_name: reference });
}

async function tablesAt(
  scope: WorkspaceScope,
  reads: CatalogReads,
  { point, isPast }: Point,
  isWanted: (table: { reference: string }) => boolean,
): Promise<ListedTable[]> {
  if (reads === "nothing") return [];
  // Tables may have had other names at an earlier version.
  if (isPast) return listedAt(scope, await activeTableRecords(scope), point);
  const known = await activeTableNames(scope);
  // Tables that acquired their names after the query began are read as of its point.
  const isNew = ({ since }: NamedTable): boolean => since !== undefined && Number(since) > Number(point);
  const wanted = known.filter((table) => isNew(table) || isWanted(table));
  const isRead = (table: NamedTable): boolean => isNew(table) || NEEDS_RECORD[reads](table);
  const read = await activeTablesOf(
    scope,
    wanted.filter(isRead).map(({ id }) => id),
  );
  const unread = wanted.filter((table) => !isRead(table)).map(asListed);
  return [...unread, ...(await listedAt(scope, read, point))];
}

/** Whether a table must be read, because its list entry does not contain everything that is shown. */
const NEEDS_RECORD: Record<CatalogReads, (table: NamedTable) => boolean> = {
  nothing: () => false,
  names: () => false,
  descriptions: ({ described }) => described,
  views: ({ kind }) => kind === "VIEW",
  columns: () => true,
};

function asListed({ reference, kind }: NamedTable): ListedTable {
  return { reference, columns: [], ...(kind === "VIEW" && { query: "" }) };
}

async function listedAt(
  scope: WorkspaceScope,
  records: readonly TableRecord[],
  point: string,
): Promise<ListedTable[]> {
  const listed: ListedTable[] = [];
  for (let from = 0; from < records.length; from += MAX_CONCURRENT_READS) {
    const some = records
      .slice(from, from + MAX_CONCURRENT_READS)
      .map((record) => tableAt(scope, record, point));
    listed.push(...(await Promise.all(some)).filter((table) => table !== undefined));
  }
  return listed;
}

/**
 * Returns a table as it was at a point in the history; undefined if it did not exist yet. A view always has its current query.
 */
async function tableAt(
  scope: WorkspaceScope,
  table: TableRecord,
  point: string,
): Promise<ListedTable | undefined> {
  const { id, kind, columns, query = "", version_id, description } = table;
  const isCurrent = Number(version_id) <= Number(point);
  const at = isCurrent ? null : await tableVersionAt(scope, id, point);
  const reference = at ? await referenceAt(scope, table, at.version_id) : table.reference;
  if (kind === "VIEW") return { reference, columns, query, description };
  if (isCurrent) return { reference, columns, description };
  return at?.manifest_key ? { reference, columns: await columnsAt(scope, at.manifest_key) } : undefined;
}

/** Returns the reference of a table at one of its versions. */
async function referenceAt(
  scope: WorkspaceScope,
  { id, reference, named_since }: TableRecord,
  versionId: string,
): Promise<string> {
  if (named_since !== undefined && Number(named_since) <= Number(versionId)) return reference;
  const { tables } = await getVersion(scope, versionId);
  return tables.find(({ table_id }) => table_id === id)?.reference ?? reference;
}

async function columnsAt(scope: WorkspaceScope, manifestKey: string): Promise<Column[]> {
  return (await readManifest(scope, manifestKey)).columns;
}
