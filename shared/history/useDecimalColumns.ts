import { withDecimalColumns } from "#shared/domain/columns/decimalColumns.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { TableRecord } from "#shared/store/tables.ts";

/**
 * Returns the tables of a new load, with additional columns for decimals where the load requests them and the table has
 * integer columns. `existing` are the tables that have the references of the load.
 */
export function useDecimalColumns(
  tables: Record<string, LoadTable>,
  existing: ReadonlyMap<string, TableRecord | null>,
): Record<string, LoadTable> {
  const entries = Object.entries(tables).map(([reference, config]) => {
    const table = config.decimals === "NEW_COLUMN" ? existing.get(reference) : null;
    const columns = withDecimalColumns(config.columns, table?.columns ?? []);
    return [reference, { ...config, columns }] as const;
  });
  return Object.fromEntries(entries);
}
