import type { GridLine } from "../detect/plateGrid.ts";
import { isPlateLine, plateNameOf } from "../detect/plateLine.ts";

const MAX_TITLE_LINES = 3;
const MAX_TITLE_CELLS = 3;

/** Title cell, and its position in the line. */
export interface TitleCell {
  position: number;
  text: string;
}

/** Returns the non-empty cells of a line; for a line that names a plate, only the name without the settings. */
export function titleCells({ cells }: GridLine): TitleCell[] {
  if (isPlateLine(cells)) return [{ position: 0, text: plateNameOf(cells) }];
  return cells.flatMap((cell, position) => (cell.trim() === "" ? [] : [{ position, text: cell.trim() }]));
}

/** Tells whether a line numbers the cycles of a kinetic measurement. */
function isCycleLine({ cells }: GridLine): boolean {
  return (
    /^\s*cycle(?:\s+n(?:r|o|umber)\.?)?\s*$/i.test(cells[0] ?? "") &&
    cells.slice(1).some((cell) => /^\s*1\s*$/.test(cell))
  );
}

/**
 * Returns the indices of the title lines above the line `first`, from `end` on: consecutive lines with one to three non-empty
 * cells each, optionally followed by a gap.
 */
export function titleAbove(lines: readonly GridLine[], first: number, end: number): number[] {
  const isEmpty = (at: number) => lines[at]?.cells.every((cell) => cell.trim() === "");
  let last = first - 1;
  while (last >= end && (isEmpty(last) || isCycleLine(lines[last] as GridLine))) last--;
  const titleLines: number[] = [];
  for (let at = last; at >= end && titleLines.length < MAX_TITLE_LINES; at--) {
    const line = lines[at] as GridLine;
    const isNext = at === last || line.line === (lines[at + 1]?.line ?? 0) - 1;
    const { length } = titleCells(line);
    if (!isNext || length === 0 || length > MAX_TITLE_CELLS) break;
    titleLines.unshift(at);
    if (isPlateLine(line.cells)) break;
  }
  return titleLines;
}
