import { type Column, misleadingCharacter, sourceName } from "@pdp/basics/columns";
import { cut, escapeControls } from "@pdp/basics/wording";
import { rowWarnings, sameRowWarnings, type WarnedColumn, warnedColumns } from "@pdp/formats/cells";

import type { LoadTable } from "#shared/domain/loads/load.ts";
import { mixedUnitWarnings } from "./cellUnits.ts";

/** Maximum number of cells to read, from the first rows. */
const MAX_CELLS = 50_000;
const MIN_ROWS = 100;

/**
 * Returns sentences about valid but unusual contents of part of a file. `header` contains the names of the columns in the
 * file, and `cells` their values as text.
 */
export function sampleWarnings(
  {
    columns,
    missing_values: missing,
    sequence_from: rule,
    decimal = ".",
  }: Pick<LoadTable, "columns" | "missing_values" | "sequence_from" | "decimal">,
  { header, cells }: { header: readonly string[]; cells: readonly (readonly (string | null)[])[] },
): string[] {
  const rows = Math.max(MIN_ROWS, Math.floor(MAX_CELLS / Math.max(columns.length, 1)));
  const warned = warnedColumns(
    columns,
    header,
    cells.map((columnCells) => columnCells.slice(0, rows)),
    decimal,
  );
  return [
    ...headerWarnings(columns),
    ...mixedUnitWarnings(header, cells),
    ...singleQuoteWarnings(warned),
    ...rowWarnings(warned, missing, rule !== undefined),
    ...sameRowWarnings(warned),
  ];
}

/** Warns about cells in single quotes, which other programs use like CSV's double quotes. */
function singleQuoteWarnings(columns: readonly WarnedColumn[]): string[] {
  return columns.flatMap(({ column, cells }) => {
    const filled = cells.filter((cell) => cell !== null);
    if (filled.length === 0 || !filled.every((cell) => /^\s*'[^']*'\s*$/.test(cell))) return [];
    return `${column.name}: each value is enclosed in single quotes, which are read as part of the value. Use double quotes, which CSV removes.`;
  });
}

function headerWarnings(columns: readonly Column[]): string[] {
  return columns.flatMap((column) => {
    const what = misleadingCharacter(sourceName(column));
    if (what === undefined) return [];
    return `${column.name}: its header "${escapeControls(cut(sourceName(column)))}" has ${what}; another file that spells it plainly would not have this column. Correct the header.`;
  });
}
