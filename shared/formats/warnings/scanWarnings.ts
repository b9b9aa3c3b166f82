import type { Scan } from "../scanReport.ts";
import type { Source } from "../source.ts";

/** Returns the sentences about a file after reading it, except those about its values. */
export function scanWarnings(
  { name }: Pick<Source, "name">,
  scan: Pick<Scan, "warnings" | "emptyRows">,
): string[] {
  const { warnings = [], emptyRows = 0 } = scan;
  if (emptyRows === 0) return warnings;
  const rows = emptyRows === 1 ? "1 empty row was" : `${emptyRows.toLocaleString("en-US")} empty rows were`;
  return [...warnings, `${name}: ${rows} skipped.`];
}
