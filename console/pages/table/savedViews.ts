/** Parameters of the address that a view keeps: the filters, the order and the columns. */
const KEPT = ["where", "match", "sort", "order", "show", "pin"];

/** Returns the list in which this browser keeps the views of a table. */
export const viewsList = (workspace: string, tableId: string) => `views ${workspace} ${tableId}`;

/** Returns the query of an address with the parameters of a view only. */
export function viewQueryOf(searchParams: URLSearchParams): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => KEPT.includes(name)));
  return kept.toString();
}
