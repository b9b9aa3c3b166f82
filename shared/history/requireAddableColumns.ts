import { requireNullableAdditions } from "#shared/domain/columns/loadColumns.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";

/**
 * Raises a 422 if the tables of a load would extend existing tables by columns that are not nullable. `locOf` returns
 * the location of a table's columns in the request.
 */
export async function requireAddableColumns(
  scope: WorkspaceScope,
  tables: Record<string, LoadTable>,
  locOf: (reference: string) => (string | number)[],
): Promise<void> {
  const references = Object.keys(tables);
  const existing = await Promise.all(references.map((reference) => findTable(scope, reference)));
  for (const [index, reference] of references.entries()) {
    const [table, config] = [existing[index], tables[reference]];
    if (table?.kind !== "TABLE" || !config) continue;
    const loc = locOf(reference);
    requireNullableAdditions(table.columns, config.columns, reference, (at) => [...loc, at, "nullable"]);
  }
}
