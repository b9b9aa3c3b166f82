import type { UndoPreview } from "#shared/domain/loads/undoPreview.ts";
import { foldReference, type Table } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { referencesOf } from "#shared/sql/referencesOf.ts";
import { listTables } from "#shared/store/tables.ts";

/** Returns the active views that read one of these tables, directly or through other views. */
export async function viewsThatRead(
  scope: WorkspaceScope,
  tableIds: ReadonlySet<string>,
): Promise<UndoPreview["views"]> {
  const tables = await activeTables(scope);
  const reading = new Set(
    tables.filter(({ id }) => tableIds.has(id)).map(({ reference }) => foldReference(reference)),
  );
  const waiting = new Map(
    tables.flatMap((table) => (table.kind === "VIEW" ? [[table, referencesOf(table.query ?? "")]] : [])),
  );
  const found: Table[] = [];
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const [view, references] of waiting) {
      if (!references.some((reference) => reading.has(foldReference(reference)))) continue;
      waiting.delete(view);
      found.push(view);
      reading.add(foldReference(view.reference));
      isNew = true;
    }
  }
  return found
    .sort((one, other) => Number(one.id) - Number(other.id))
    .map(({ id, reference }) => ({ table_id: id, reference }));
}

async function activeTables(scope: WorkspaceScope): Promise<Table[]> {
  const filter = { includeArchived: false, includeInternal: true };
  const found: Table[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await listTables(scope, filter, { limit: 1000, cursor, order: "ASC" });
    found.push(...page.items);
    if (page.cursor === null) return found;
    cursor = page.cursor;
  }
}
