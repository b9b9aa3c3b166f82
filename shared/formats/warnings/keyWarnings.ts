import type { Column } from "@pdp/basics/columns";
import { cut, escapeControls, formatCount } from "@pdp/basics/wording";
import { isControl, isLabel, isVariantName, rowNumber, type WarnedColumn, wordsOf } from "./warnedColumns.ts";

const ID = new Set("id identifier key barcode uuid accession".split(" "));
/** Share of unique values above which repeated values look like mistakes. */
const MIN_UNIQUE_SHARE = 0.5;
const UNIQUE_NAMES = 0.9;

/** Warns about repeated values in a column with otherwise unique values, like those of a key. The rows may be the first of a file. */
export function keyWarnings(columns: readonly WarnedColumn[]): string[] {
  const labels = columns.filter(({ column }) => isLabel(column));
  return columns.flatMap(({ column, cells }) => {
    const share = uniqueShare(column);
    if (share === undefined || labels.some((label) => label.column === column)) return [];
    const firstRows = new Map<string, number>();
    /** Second row of each repeated value. */
    const repeated = new Map<string, number>();
    cells.forEach((cell, row) => {
      if (cell === null || isControl(cell)) return;
      const value = cell.trim();
      const key =
        labels.length === 0
          ? value
          : JSON.stringify([value, ...labels.map((label) => label.cells[row] ?? null)]);
      if (!firstRows.has(key)) firstRows.set(key, row);
      else if (!repeated.has(key)) repeated.set(key, row);
    });
    // The value whose first row comes first.
    const [first, row = 0] = [...firstRows].find(([key]) => repeated.has(key)) ?? [];
    if (first === undefined || firstRows.size - repeated.size < share * firstRows.size) return [];
    const value = (cells[row] ?? "").trim();
    const values = repeated.size === 1 ? "1 value appears" : `${formatCount(repeated.size, "value")} appear`;
    return `${column.name}: ${values} in more than one row, such as "${escapeControls(cut(value))}" in rows ${rowNumber(row)} and ${rowNumber(repeated.get(first) ?? 0)}, although all other compared values are unique. If the column identifies rows, correct the file.`;
  });
}

/** Returns the minimum share of unique values for a column to count as a key; undefined for a column that cannot be one. */
function uniqueShare(column: Column): number | undefined {
  if (column.type !== "STRING" && column.type !== "INT64") return undefined;
  if (ID.has(wordsOf(column).at(-1) ?? "")) return MIN_UNIQUE_SHARE;
  return isVariantName(column) ? UNIQUE_NAMES : undefined;
}
