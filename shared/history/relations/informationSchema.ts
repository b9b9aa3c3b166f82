import type { Column } from "#shared/basics/columns/column.ts";
import { DomainError } from "#shared/basics/errors/errors.ts";
import { readManifest } from "#shared/objects/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableRecords } from "#shared/store/tableLists.ts";
import type { TableRecord } from "#shared/store/tables.ts";
import { tableVersionAt } from "#shared/store/tableVersions.ts";
import { getVersion } from "#shared/store/versions.ts";
import type { RowsRelation } from "#shared/trino/relation.ts";
import {
  type CatalogNames,
  informationRelation,
  isInformationTable,
  type ListedTable,
} from "#shared/trino/statements/informationTables.ts";
import { isJdbcTable, jdbcRelation } from "#shared/trino/statements/jdbcTables.ts";

/** Maximum number of columns across all tables, because the rows that list them become part of the query text. */
const MAX_COLUMNS = 50_000;
/** Number of tables to look up concurrently. */
const MAX_CONCURRENT_READS = 20;

/**
 * Returns a table of `information_schema`: the workspace's active user-created tables, with the references and columns that
 * they had at a point in the history. Returns undefined for a name that `information_schema` does not contain.
 */
export async function informationSchema(
  scope: WorkspaceScope,
  reference: string,
  point: string,
  names?: CatalogNames,
): Promise<RowsRelation | undefined> {
  const isJdbc = names?.isForClients === true && isJdbcTable(reference);
  if (!isJdbc && !isInformationTable(reference)) return undefined;
  const records = await activeTableRecords(scope);
  const listed: ListedTable[] = [];
  for (let from = 0; from < records.length; from += MAX_CONCURRENT_READS) {
    const some = records
      .slice(from, from + MAX_CONCURRENT_READS)
      .map((record) => listedAt(scope, record, point));
    listed.push(...(await Promise.all(some)).filter((table) => table !== undefined));
  }
  const count = listed.reduce((sum, { columns }) => sum + columns.length, 0);
  if (count > MAX_COLUMNS) {
    const sentence = `The tables of the workspace have ${count} columns, but information_schema shows at most ${MAX_COLUMNS}. Use the API, which lists tables in pages.`;
    throw new DomainError("malformed", "query_too_complex", sentence);
  }
  return isJdbc ? jdbcRelation(reference, listed, names) : informationRelation(reference, listed, names);
}

/**
 * Returns a table as it was at a point in the history; undefined if it did not exist yet. A view always has its current query.
 */
async function listedAt(
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
