import type { Column } from "#shared/domain/column.ts";
import { DomainError } from "#shared/domain/errors.ts";
import { readManifest } from "#shared/lake/manifests.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableRecords, type TableRecord, tableVersionAt } from "#shared/store/tables.ts";
import type { RowsRelation } from "#shared/trino/relation.ts";
import {
  informationRelation,
  isInformationTable,
  type ListedTable,
} from "#shared/trino/statements/informationTables.ts";

/** Maximum number of columns of all tables: their rows are part of the query's text. */
const MAX_COLUMNS = 50_000;
/** Number of tables that are looked up at once. */
const MAX_CONCURRENT_READS = 20;

/**
 * Returns a table of `information_schema`: the workspace's active tables that users created, under today's references,
 * with the columns that they had at a point of the history. Tables of that name that do not exist are undefined.
 */
export async function informationSchema(
  scope: WorkspaceScope,
  reference: string,
  point: string,
): Promise<RowsRelation | undefined> {
  if (!isInformationTable(reference)) return undefined;
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
    const sentence = `The tables of the workspace have ${count} columns, information_schema shows at most ${MAX_COLUMNS}: the API lists tables in pages.`;
    throw new DomainError("malformed", "query_too_complex", sentence);
  }
  return informationRelation(reference, listed);
}

/** Returns a table as it was at a point; undefined for one that did not exist yet. Views are those of today. */
async function listedAt(
  scope: WorkspaceScope,
  { id, reference, kind, columns, query, version_id }: TableRecord,
  point: string,
): Promise<ListedTable | undefined> {
  if (kind === "VIEW") return { reference, columns, query: query ?? "" };
  if (Number(version_id) <= Number(point)) return { reference, columns };
  const at = await tableVersionAt(scope, id, point);
  return at?.manifest_key ? { reference, columns: await columnsAt(scope, at.manifest_key) } : undefined;
}

async function columnsAt(scope: WorkspaceScope, manifestKey: string): Promise<Column[]> {
  return (await readManifest(scope, manifestKey)).columns;
}
