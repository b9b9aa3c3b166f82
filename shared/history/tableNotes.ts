import type { LoadTable } from "#shared/domain/loads/load.ts";
import { caseWarning, decimalWarnings, typoWarning } from "#shared/domain/loads/loadWarnings.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableNames } from "#shared/store/tableLists.ts";
import { findTables, type TableRecord } from "#shared/store/tables.ts";

/**
 * Returns the tables of a load, marking those that it would create, and warnings about references that may be mistakes.
 *
 * @param known existing tables by the references of the load, if they have been read
 */
export async function tableNotes(
  scope: WorkspaceScope,
  tables: Record<string, LoadTable>,
  known?: ReadonlyMap<string, TableRecord | null>,
): Promise<{ tables: Record<string, LoadTable>; warnings: string[] }> {
  const references = Object.keys(tables);
  const recordsByName = known ?? (await findTables(scope, references));
  const hasNew = references.some((reference) => !recordsByName.get(reference));
  const existing = hasNew ? (await activeTableNames(scope)).map(({ reference }) => reference) : [];
  const noted: Record<string, LoadTable> = {};
  const warnings: (string | null)[] = [];
  for (const reference of references) {
    const { creates: _, ...table } = tables[reference] as LoadTable;
    const target = recordsByName.get(reference);
    noted[reference] = target ? table : { ...table, creates: true };
    if (target) {
      warnings.push(caseWarning(reference, target.reference));
      if (target.kind === "TABLE") warnings.push(...decimalWarnings(reference, table, target.columns));
    } else {
      warnings.push(typoWarning(reference, existing));
    }
  }
  return { tables: noted, warnings: warnings.filter((warning) => warning !== null) };
}
