import type { Column } from "@pdp/basics/columns";
import { storedColumns } from "@pdp/formats/proteins";
import { requireNullableAdditions } from "#shared/domain/columns/loadColumns.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { TableRecord } from "#shared/store/tables.ts";

/**
 * Raises a 422 if the tables of a load would extend existing tables with columns that are not nullable. `existing` are the
 * tables that have the references of the load; `locOf` returns the location of a table's columns in the request.
 */
export function requireAddableColumns(
  tables: Record<string, LoadTable>,
  existing: ReadonlyMap<string, TableRecord | null>,
  locOf: (reference: string) => (string | number)[],
): void {
  for (const [reference, config] of Object.entries(tables)) {
    const table = existing.get(reference);
    if (table?.kind !== "TABLE") continue;
    const loc = locOf(reference);
    const stored = storedColumns(config.columns, config.sequence_from);
    // Columns computed by a rule are nullable, so the reported column comes from the file.
    const columnIndex = (at: number) => config.columns.indexOf(stored[at] as Column);
    requireNullableAdditions(table.columns, stored, reference, (at) => [...loc, columnIndex(at), "nullable"]);
  }
}
