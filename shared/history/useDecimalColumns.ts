import { withDecimalColumns } from "#shared/domain/columns/decimalColumns.ts";
import type { LoadTable } from "#shared/domain/loads/load.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { findTable } from "#shared/store/tables.ts";

/**
 * Returns the tables of a new load, with additional columns for decimals where the load requests them and the table has
 * integer columns.
 */
export async function useDecimalColumns(
  scope: WorkspaceScope,
  tables: Record<string, LoadTable>,
): Promise<Record<string, LoadTable>> {
  const entries = Object.entries(tables).map(async ([reference, config]) => {
    const table = config.decimals === "NEW_COLUMN" ? await findTable(scope, reference) : null;
    const columns = withDecimalColumns(config.columns, table?.columns ?? []);
    return [reference, { ...config, columns }] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}
