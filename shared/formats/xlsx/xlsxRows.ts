import type { Source } from "../source.ts";
import { NO_STYLES, readCellStyles } from "./cellStyles.ts";
import { chooseSheet } from "./chooseSheet.ts";
import { findMergedRanges, MergedFill, type MergedRange } from "./mergedCells.ts";
import { shownText } from "./numberFormat.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";
import { WorkbookParts } from "./workbookParts.ts";
import { MAX_CELLS, type SheetContext, SheetReader, tooManyCells } from "./xlsxSheet.ts";
import { NO_STRINGS, readSharedStrings } from "./xlsxStrings.ts";
import { readCellFormats } from "./xlsxStyles.ts";
import { FormattedNumber, isEmpty, type XlsxRow, type XlsxValue } from "./xlsxValue.ts";

/** Maximum uncompressed size of each part, in bytes. */
const MAX_SHEET_BYTES = 500_000_000;
const MAX_STRINGS_BYTES = 150_000_000;

export interface SheetOptions {
  /** Name of the sheet, or its number, counted from 1; undefined for the only sheet with cells. */
  sheet?: string | number | undefined;
  /** True to give every cell in a merged range the value of its first cell. */
  fillsMerged?: boolean;
}

/** Returns which sheet of a file is read, and how. */
export function sheetOptions({ reading = {} }: Source): SheetOptions {
  return { sheet: reading.sheet, fillsMerged: reading.merged_cells === "FILL" };
}

/** Workbook sheet to read. */
export class XlsxSheet {
  /** Sentences about other sheets. */
  readonly warnings: string[];
  /** Merged ranges of the sheet; complete once all rows have been read. */
  merged: readonly MergedRange[] = [];
  /** Number of formulas with possibly outdated stored values; complete once all rows have been read. */
  outdatedFormulas = 0;
  /** Row numbers of the rows with a struck-through value, among those read. */
  struckRows: readonly number[] = [];
  /** Share of the sheet that has been read, from 0 to 1. */
  share = 0;
  private readonly parts: WorkbookParts;
  private readonly path: string;
  private readonly context: SheetContext;
  private readonly fillsMerged: boolean;

  private constructor(
    parts: WorkbookParts,
    { path, warnings }: { path: string; warnings: string[] },
    context: SheetContext,
    fillsMerged: boolean,
  ) {
    this.parts = parts;
    this.path = path;
    this.warnings = warnings;
    this.context = context;
    this.fillsMerged = fillsMerged;
  }

  /** Opens a workbook and chooses its sheet. Throws UnreadableXlsx. */
  static async open(bytes: Buffer, options: SheetOptions = {}, signal?: AbortSignal): Promise<XlsxSheet> {
    const parts = new WorkbookParts(bytes, signal);
    const { sheets, strings, styles, ...workbook } = await parts.plan();
    const chosen = await chooseSheet(sheets, options.sheet, parts.cellFinder());
    const context = {
      ...workbook,
      strings:
        strings === undefined ? NO_STRINGS : await readSharedStrings(parts.read(strings, MAX_STRINGS_BYTES)),
      formats: styles === undefined ? [] : await readCellFormats(parts.read(styles)),
      styles: styles === undefined ? NO_STYLES : await readCellStyles(parts.read(styles)),
    };
    return new XlsxSheet(parts, chosen, context, options.fillsMerged ?? false);
  }

  /** Yields the rows that contain values, each truncated after its last value, a few at a time. Throws UnreadableXlsx. */
  async *rows(): AsyncGenerator<XlsxRow[]> {
    const reader = new SheetReader(this.context);
    this.struckRows = reader.struckRows;
    const ranges = this.fillsMerged ? await this.findMerged() : [];
    const fill = this.fillsMerged ? mergedFill(ranges) : undefined;
    const size = Math.max(this.parts.sizeOf(this.path), 1);
    let length = 0;
    for await (const chunk of this.parts.read(this.path, MAX_SHEET_BYTES)) {
      reader.push(chunk);
      length += chunk.length;
      this.share = length / size;
      const rows = reader.rows.filter(hasValue);
      reader.rows = [];
      if (fill === undefined) yield rows;
      // One row at a time, because merged ranges can make each row as wide as the sheet.
      else for (const row of rows) yield [fillRow(fill, row)];
    }
    reader.end();
    this.merged = reader.merged.ranges;
    if (this.fillsMerged && this.merged.length !== ranges.length)
      throw new UnreadableXlsx("the merged cells of the sheet cannot be read; unmerge them");
    this.outdatedFormulas = reader.outdatedFormulas;
  }

  /** Finds the merged ranges without reading the rows before them. */
  async findMerged(): Promise<readonly MergedRange[]> {
    return findMergedRanges(this.parts.read(this.path, MAX_SHEET_BYTES));
  }
}

function fillRow(fill: MergedFill, row: XlsxRow): XlsxRow {
  fill.fill(row);
  return { line: row.line, values: row.values };
}

/** Truncates a row after its last value; returns false if it contains no values. */
function hasValue({ values }: XlsxRow): boolean {
  while (values.length > 0 && isEmpty(values[values.length - 1])) values.pop();
  return values.length > 0;
}

function mergedFill(ranges: readonly MergedRange[]): MergedFill {
  let cells = 0;
  return new MergedFill(ranges, (count) => {
    cells += count;
    if (cells > MAX_CELLS) throw tooManyCells();
  });
}

/** Yields the rows of a sheet one by one, which is slower if there are many. Throws UnreadableXlsx. */
export async function* eachRow(sheet: XlsxSheet): AsyncGenerator<XlsxRow> {
  for await (const rows of sheet.rows()) yield* rows;
}

export function headerNames(values: readonly XlsxValue[]): string[] {
  return values.map((value) => {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? "" : value.toISOString();
    if (value instanceof FormattedNumber) return shownText(value.value, value.format).text;
    return String(value ?? "");
  });
}
