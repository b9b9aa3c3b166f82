import { bindTables } from "./bindTables.ts";
import { parseTrino } from "./parse/parseTrino.ts";
import { withPlace } from "./sqlError.ts";

/** Returns references to the tables and views that a query reads, as written but without catalogs. */
export function referencesOf(text: string): string[] {
  const query = parseTrino(text);
  return withPlace(text, () => bindTables(query, () => true)).tables.map(({ reference }) => reference);
}
