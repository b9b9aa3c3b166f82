import { formatCount } from "@pdp/basics/wording";
import type { GridLine } from "../detect/plateGrid.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { WorkbookParts } from "../xlsx/workbookParts.ts";
import { XlsxSheet } from "../xlsx/xlsxRows.ts";
import type { NamedSheet } from "./joinSheets.ts";
import { SheetLines } from "./sheetLines.ts";

const MAX_SHEETS = 100;

/**
 * Reads the visible sheets of a workbook that have cells. `known` contains the lines of sheets that have already been read, by number.
 * Throws UnreadableText or UnreadableXlsx.
 */
export async function visibleSheets(
  bytes: Buffer,
  known: ReadonlyMap<number, readonly GridLine[]>,
): Promise<NamedSheet[]> {
  const parts = new WorkbookParts(bytes);
  const { sheets } = await parts.plan();
  const hasCells = parts.cellFinder();
  const read: NamedSheet[] = [];
  // All sheets together have the limit of one.
  const lines = new SheetLines();
  let before = 0;
  for (const [index, { name, isHidden, path }] of sheets.entries()) {
    if (isHidden || path === undefined || !(await hasCells(path))) continue;
    if (read.length === MAX_SHEETS)
      throw new UnreadableText(
        `at most ${formatCount(MAX_SHEETS, "sheet")} can be joined; split the workbook`,
      );
    const already = known.get(index + 1);
    if (already !== undefined) {
      read.push({ name, lines: already });
      continue;
    }
    const sheet = await XlsxSheet.open(bytes, { sheet: index + 1 });
    for await (const rows of sheet.rows()) {
      for (const row of rows) lines.add(row);
      if (lines.isFull) break;
    }
    const all = lines.all();
    read.push({ name, lines: all.slice(before) });
    before = all.length;
  }
  return read;
}
