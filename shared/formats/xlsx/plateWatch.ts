import { completePlates } from "../detect/completePlates.ts";
import {
  findPlateGrid,
  type GridLine,
  MAX_PLATE_LINES,
  mayBePlateLine,
  plateReason,
} from "../detect/plateGrid.ts";
import { wellCell } from "./wellCell.ts";
import type { XlsxRow } from "./xlsxValue.ts";

/** Maximum number of cells in a row used to detect a plate. */
const MAX_CELLS = 60;

/** Keeps the first rows of a sheet, to determine whether they are a plate instead of a table. */
export class PlateWatch {
  private readonly lines: GridLine[] = [];
  private header: GridLine | undefined;

  take({ line, values }: XlsxRow): void {
    if (this.lines.length < MAX_PLATE_LINES)
      this.lines.push({ line, cells: values.slice(0, MAX_CELLS).map(wellCell) });
  }

  /** Sets the row that is read as the header. */
  takeHeader(line: number, cells: readonly string[]): void {
    this.header = { line, cells };
  }

  /** True if more rows would not change the result. */
  get isDone(): boolean {
    const isSuspicious = this.header !== undefined && mayBePlateLine(this.header.cells);
    return !isSuspicious || this.lines.length === MAX_PLATE_LINES;
  }

  /** Returns why the sheet contains a plate instead of rows; undefined if it does not. */
  reason(): string | undefined {
    const plate = findPlateGrid(completePlates(this.lines));
    return plate && plateReason(plate, "row");
  }

  /** Returns the same reason for a header that matches, unless its names are the plate's column numbers. */
  reasonOfHeader(): string | undefined {
    if (this.header === undefined || !mayBePlateLine(this.header.cells)) return undefined;
    const plate = findPlateGrid(completePlates(this.lines));
    const isChosen = plate?.hasNumbers && plate.line === this.header.line;
    return plate && !isChosen ? plateReason(plate, "row") : undefined;
  }
}
