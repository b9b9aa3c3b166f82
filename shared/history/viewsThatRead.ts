import { DomainError } from "@pdp/basics/errors";
import { referencesOf } from "@pdp/trino/compile";
import { foldReference } from "#shared/domain/table.ts";
import type { ViewReads } from "#shared/domain/viewReads.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableRecords } from "#shared/store/tableLists.ts";
import type { TableRecord } from "#shared/store/tables.ts";

/** Active view that reads a table, directly or through other views. */
export interface Reader {
  view: TableRecord;
  /** Tables that its references currently denote, if it was stored without them. */
  unstored: ViewReads | null;
}

/** Returns the active views that read one of these tables, directly or through other views, oldest first. */
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

/** Returns the tables that a view currently reads: those that still have its references. */
function readsNow({ query = "", reads }: TableRecord, idOf: ReadonlyMap<string, string>): ViewReads {
  if (reads) return Object.fromEntries(Object.entries(reads).filter(([name, id]) => idOf.get(name) === id));
  const found = referencesIn(query).flatMap((reference): [string, string][] => {
    const id = idOf.get(foldReference(reference));
    return id === undefined ? [] : [[foldReference(reference), id]];
  });
  return Object.fromEntries(found);
}

/** Returns the references in the query of a view; none for a query that only earlier versions of the service accepted. */
function referencesIn(query: string): string[] {
  try {
    return referencesOf(query);
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}
