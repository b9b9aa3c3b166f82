import { writeZip } from "../zip/writeZip.ts";
import { type CellContent, workbookParts } from "./workbookXml.ts";

/** Encodes rows as a workbook with one sheet, with only a few rows in memory. Text is never interpreted as a formula. */
export function writeXlsx(
  rows: AsyncIterable<readonly CellContent[]>,
  sheet: string,
): AsyncGenerator<Buffer> {
  return writeZip(workbookParts([{ name: sheet, rows }]));
}
