/** URL parameters stored in a view: filters, sort order and columns. */
const KEPT = ["where", "match", "sort", "order", "show", "pin"];

/** Returns the list in which this browser stores the views of a table. */
export const viewsList = (workspace: string, tableId: string) => `views ${workspace} ${tableId}`;

/** Returns the query string of a URL, reduced to the parameters of a view. */
export function viewQueryOf(searchParams: URLSearchParams): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => KEPT.includes(name)));
  return kept.toString();
}
