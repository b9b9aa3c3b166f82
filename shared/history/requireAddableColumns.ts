import type { Column } from "@pdp/basics/columns";
import { storedColumns } from "@pdp/formats/proteins";
import { requireNullableAdditions } from "#shared/domain/columns/loadColumns.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";

/**
 * Raises a 422 if the tables of a load would extend existing tables with columns that are not nullable. `locOf` returns the
 * location of a table's columns in the request.
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
    const stored = storedColumns(config.columns, config.sequence_from);
    // Columns computed by a rule are nullable, so the reported column comes from the file.
    const place = (at: number) => config.columns.indexOf(stored[at] as Column);
    requireNullableAdditions(table.columns, stored, reference, (at) => [...loc, place(at), "nullable"]);
  }
}
