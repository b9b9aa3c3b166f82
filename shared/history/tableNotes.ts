import type { LoadTable } from "#shared/domain/loads/load.ts";
import { caseWarning, decimalWarnings, typoWarning } from "#shared/domain/loads/loadWarnings.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableNames } from "#shared/store/tableLists.ts";
import { findHolders, tableById } from "#shared/store/tables.ts";

/**
 * Returns the tables of a load, marking those that it would create, and warnings about references that may be mistakes.
 */
export async function tableNotes(
  scope: WorkspaceScope,
  tables: Record<string, LoadTable>,
): Promise<{ tables: Record<string, LoadTable>; warnings: string[] }> {
  const references = Object.keys(tables);
  const holders = await findHolders(scope, references);
  const hasNew = holders.some((holder) => holder === null);
  const existing = hasNew ? (await activeTableNames(scope)).map(({ reference }) => reference) : [];
  const noted: Record<string, LoadTable> = {};
  const warnings: (string | null)[] = [];
  for (const [index, reference] of references.entries()) {
    const { creates: _, ...table } = tables[reference] as LoadTable;
    const holder = holders[index] ?? null;
    noted[reference] = holder === null ? { ...table, creates: true } : table;
    if (holder === null) warnings.push(typoWarning(reference, existing));
    else {
      const existing = await tableById(scope, holder.table_id);
      warnings.push(caseWarning(reference, existing.reference));
      if (existing.kind === "TABLE") warnings.push(...decimalWarnings(reference, table, existing.columns));
    }
  }
  return { tables: noted, warnings: warnings.filter((warning) => warning !== null) };
}
