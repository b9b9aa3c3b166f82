/** View of a table's rows with a name: its filters, order and columns, as the query of the address. */
export interface SavedView {
  name: string;
  query: string;
}

/** Maximum number of views of a table, and of characters of a name and a query. */
const MAX_VIEWS = 50;
export const MAX_NAME_LENGTH = 60;
const MAX_QUERY_LENGTH = 4_000;
/** Parameters of the address that a view keeps. */
const KEPT = ["where", "match", "sort", "order", "show", "pin"];

const keyOf = (workspace: string, tableId: string) => `views ${workspace} ${tableId}`;

/** Returns the query of an address with the parameters of a view only. */
export function viewQueryOf(searchParams: URLSearchParams): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => KEPT.includes(name)));
  return kept.toString();
}

/** Returns the views that were saved in this browser, by their names. */
export function savedViews(workspace: string, tableId: string, storage: Storage = localStorage): SavedView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(workspace, tableId)) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is SavedView {
  const { name, query } = (value ?? {}) as Partial<SavedView>;
  return typeof name === "string" && name !== "" && typeof query === "string";
}

/** Saves a view in this browser; it replaces one with the same name. Throws a sentence if that is not possible. */
export function saveView(
  workspace: string,
  tableId: string,
  view: SavedView,
  storage: Storage = localStorage,
): void {
  const others = savedViews(workspace, tableId, storage).filter(({ name }) => name !== view.name);
  if (view.query.length > MAX_QUERY_LENGTH) throw new Error("This view has too many filters to be saved.");
  if (others.length >= MAX_VIEWS)
    throw new Error(`A table has at most ${MAX_VIEWS} saved views. Delete one first.`);
  const next = [...others, view].sort((a, b) => a.name.localeCompare(b.name));
  write(workspace, tableId, next, storage);
}

export function deleteView(
  workspace: string,
  tableId: string,
  name: string,
  storage: Storage = localStorage,
): void {
  write(
    workspace,
    tableId,
    savedViews(workspace, tableId, storage).filter((view) => view.name !== name),
    storage,
  );
}

function write(workspace: string, tableId: string, views: readonly SavedView[], storage: Storage): void {
  try {
    if (views.length === 0) storage.removeItem(keyOf(workspace, tableId));
    else storage.setItem(keyOf(workspace, tableId), JSON.stringify(views));
  } catch {
    throw new Error("This browser keeps nothing for this page, so the view is not saved.");
  }
}
