import { formatCount, joinNames } from "@pdp/basics/wording";
import { foldReference, type Table } from "#shared/domain/table.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { activeTableRecords } from "#shared/store/tableLists.ts";
import type { TableRecord } from "#shared/store/tables.ts";

const MAX_NAMED = 20;

/** Returns the active views that read one of these tables, directly or through other views, oldest first. */
export async function viewsThatRead(
  scope: WorkspaceScope,
  tableIds: ReadonlySet<string>,
): Promise<TableRecord[]> {
  const tables = await activeTableRecords(scope);
  const idOf = new Map(tables.map(({ id, reference }) => [foldReference(reference), id]));
  // A view reads the tables that still have its references.
  const views = tables.flatMap((view) => {
    const reads = Object.entries(view.reads ?? {});
    return view.kind === "VIEW"
      ? [{ view, ids: reads.flatMap(([name, id]) => (idOf.get(name) === id ? [id] : [])) }]
      : [];
  });
  const reading = new Set(tableIds);
  for (let before = 0; before < reading.size; ) {
    before = reading.size;
    for (const { view, ids } of views) if (ids.some((id) => reading.has(id))) reading.add(view.id);
  }
  return views
    .filter(({ ids }) => ids.some((id) => reading.has(id)))
    .map(({ view }) => view)
    .sort((a, b) => Number(a.id) - Number(b.id));
}

/** Returns a warning about the active views that read a table that is about to release its reference; none if there are none. */
export async function readerWarnings(scope: WorkspaceScope, { id, reference }: Table): Promise<string[]> {
  const views = await viewsThatRead(scope, new Set([id]));
  if (views.length === 0) return [];
  const isOne = views.length === 1;
  const names = joinNames(
    views.map((view) => `"${view.reference}"`),
    MAX_NAMED,
  );
  return [
    `${formatCount(views.length, "view")} ${isOne ? "reads" : "read"} "${reference}" and cannot be read without it: ${names}. Change ${isOne ? "its query" : "their queries"}, or restore the table's name.`,
  ];
}
