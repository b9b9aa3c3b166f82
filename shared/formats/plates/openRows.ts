import { readFile } from "node:fs/promises";
import { textOfCurves } from "../curves/curveText.ts";
import type { GridLine } from "../detect/plateGrid.ts";
import type { Source } from "../source.ts";
import type { OpenedText } from "../text/openedText.ts";
import { openText } from "../text/openText.ts";
import { UnreadableText } from "../text/unreadableText.ts";
import { UnreadableXlsx } from "../xlsx/unreadableXlsx.ts";
import { sheetOptions, XlsxSheet } from "../xlsx/xlsxRows.ts";
import { openedPlates } from "./openedPlates.ts";
import { plateOfSheet } from "./plateOfSheet.ts";
import { ALL_SHEETS, joinedSheets } from "./plateSheets.ts";
import { textOfWells, wellText } from "./plateText.ts";
import { SheetLines } from "./sheetLines.ts";

/** Tells whether cells become other rows: those of plates and of curves. */
export function isRearranged({ reading }: Source): boolean {
  return reading?.arrangement === "PLATES" || reading?.arrangement === "CURVES";
}

/** Opens a text file or a workbook with rows that are read as CSV text. Throws UnreadableText. */
export async function openRows(source: Source): Promise<OpenedText> {
  return source.format === "XLSX" ? openSheet(source) : openText(source);
}

/** Opens a sheet as CSV text with one row per well of its plates, or per point of its curves. Throws UnreadableText. */
async function openSheet(source: Source): Promise<OpenedText> {
  if (source.reading?.arrangement === "CURVES") {
    const lines = await sheetLines(source);
    return openedPlates(source, async function* () {
      return yield* textOfCurves(lines);
    });
  }
  if (source.reading?.sheet === ALL_SHEETS) {
    const { table } = await joinedSheets(source.path, source.name);
    return openedPlates(source, async function* () {
      return yield* textOfWells(table);
    });
  }
  const lines = await sheetLines(source);
  const base = await plateOfSheet(source);
  return openedPlates(source, async function* () {
    return yield* wellText(lines, base);
  });
}

/** Reads the rows of a sheet as lines of cells. Throws UnreadableText. */
export async function sheetLines(source: Source): Promise<readonly GridLine[]> {
  return (await readSheetLines(source)).all();
}

/** Reads the rows of a sheet as lines of cells, up to a limit. Throws UnreadableText. */
export async function readSheetLines(source: Source): Promise<SheetLines> {
  const { header_row: first = 1, last_row: last = Number.POSITIVE_INFINITY } = source.reading ?? {};
  const lines = new SheetLines();
  try {
    const sheet = await XlsxSheet.open(await readFile(source.path), sheetOptions(source));
    for await (const rows of sheet.rows()) {
      for (const row of rows) if (row.line >= first && row.line <= last) lines.add(row);
      if (lines.isFull) break;
    }
  } catch (error) {
    throw error instanceof UnreadableXlsx ? new UnreadableText(error.message) : error;
  }
  return lines;
}
