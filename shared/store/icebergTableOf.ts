import { notFound } from "@pdp/basics/errors";
import { isInternal } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable, type TableRecord } from "./tables.ts";

/**
 * Returns the active table with this reference in the Iceberg catalog, ignoring case. Only tables created by users count, not
 * views.
 */
export async function icebergTableOf(scope: WorkspaceScope, reference: string): Promise<TableRecord> {
  const table = await findTable(scope, reference);
  if (table?.kind !== "TABLE" || isInternal(table)) throw notFound("table", `"${reference.slice(0, 128)}"`);
  return table;
}
