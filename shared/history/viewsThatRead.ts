import { foldReference } from "#shared/domain/table.ts";
import type { ViewReads } from "#shared/domain/viewReads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { referencesOf } from "#shared/sql/referencesOf.ts";
import { activeTableRecords, type TableRecord } from "#shared/store/tables.ts";

/** Active view that reads a table, directly or through other views. */
export interface Reader {
  view: TableRecord;
  /** Tables that its references mean now, if it was stored without them. */
  unstored: ViewReads | null;
}

/** Returns the active views that read one of these tables, directly or through other views, the oldest first. */
export async function viewsThatRead(scope: WorkspaceScope, tableIds: ReadonlySet<string>): Promise<Reader[]> {
  const tables = await activeTableRecords(scope);
  const idOf = new Map(tables.map(({ id, reference }) => [foldReference(reference), id]));
  const views = tables.flatMap((view) =>
    view.kind === "VIEW" ? [{ view, reads: readsNow(view, idOf) }] : [],
  );
  const reading = new Set(tableIds);
  for (let before = 0; before < reading.size; ) {
    before = reading.size;
    for (const { view, reads } of views) {
      if (Object.values(reads).some((id) => reading.has(id))) reading.add(view.id);
    }
  }
  return views
    .filter(({ reads }) => Object.values(reads).some((id) => reading.has(id)))
    .sort((one, other) => Number(one.view.id) - Number(other.view.id))
    .map(({ view, reads }) => ({ view, unstored: view.reads === undefined ? reads : null }));
}

/** Returns the tables that a view reads now: those of its references that still belong to the table of that time. */
function readsNow({ query = "", reads }: TableRecord, idOf: ReadonlyMap<string, string>): ViewReads {
  const found = referencesOf(query)
    .map(foldReference)
    .flatMap((reference): [string, string][] => {
      const id = idOf.get(reference);
      const isSame = reads === undefined || !Object.hasOwn(reads, reference) || reads[reference] === id;
      return id !== undefined && isSame ? [[reference, id]] : [];
    });
  return Object.fromEntries(found);
}
