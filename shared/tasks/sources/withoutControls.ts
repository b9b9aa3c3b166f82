import { isSampleColumn, isWithoutProtein } from "@pdp/basics/proteins";
import { columnOf } from "../rowColumns.ts";
import { keepRows, type SequencedRows } from "./sequencedRows.ts";

/**
 * Omits rows without a sequence that name a control without protein, such as a blank: imports keep them for views that subtract
 * blanks. Other rows without a sequence remain, and are reported.
 */
export function withoutControls<Kind extends SequencedRows>(rows: Kind): Kind {
  const sequences = columnOf(rows, "sequence");
  if (sequences === undefined) return rows;
  const samples = Object.entries(rows.columns).filter(([name]) => isSampleColumn(name));
  const namesControl = (row: number) =>
    samples.some(([, column]) => {
      const cell = column[row];
      return typeof cell === "string" && isWithoutProtein(cell);
    });
  const kept: number[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    const isMissing = sequences[row] === null || sequences[row] === undefined || sequences[row] === "";
    if (!isMissing || !namesControl(row)) kept.push(row);
  }
  if (kept.length === rows.count) return rows;
  const withoutControlRows = keepRows(
    rows,
    kept,
    kept.map((row) => sequences[row] as string | null),
  );
  return { ...rows, ...withoutControlRows, omitted: (rows.omitted ?? 0) + rows.count - kept.length };
}
