import { formatCount } from "@pdp/basics/wording";
import type { GridLine } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { wellCell } from "../xlsx/wellCell.ts";
import type { XlsxRow } from "../xlsx/xlsxValue.ts";

const MAX_CELLS = 2_000_000;

/** Keeps the rows of a sheet as lines of cells, up to a limit. */
export class SheetLines {
  private readonly lines: GridLine[] = [];
  private cells = 0;

  /** True once the sheet has too many cells, so that further rows are not kept. */
  get isFull(): boolean {
    return this.cells > MAX_CELLS;
  }

  add({ line, values }: XlsxRow): void {
    this.cells += values.length;
    if (!this.isFull) this.lines.push({ line, cells: values.map(wellCell) });
  }

  /** Returns all rows. Throws UnreadableText if there are too many cells. */
  all(): readonly GridLine[] {
    if (!this.isFull) return this.lines;
    throw new UnreadableText(
      `a sheet with plates or curves can have at most ${formatCount(MAX_CELLS, "cell")}; split it`,
    );
  }
}
