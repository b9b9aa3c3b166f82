import { readFile } from "node:fs/promises";
import { curveHeader } from "../curves/findCurves.ts";
import type { GridLine } from "../detect/plateGrid.ts";
import type { Source } from "../source.ts";
import { chooseSheet, type SheetPart } from "../xlsx/chooseSheet.ts";
import { PlateWatch } from "../xlsx/plateWatch.ts";
import { wellCell } from "../xlsx/wellCell.ts";
import { WorkbookParts } from "../xlsx/workbookParts.ts";
import { eachRow, XlsxSheet } from "../xlsx/xlsxRows.ts";
import { holdsWells, isOfInstrument, startsWithWells } from "./instruments/readers.ts";
import { plateOfFile, plateOfName } from "./plateOfName.ts";

/** Maximum number of other sheets that are searched for plates. */
const MAX_SHEETS = 20;
/** Number of leading rows of each that are searched. */
const MAX_ROWS = 100;
/** Number of leading rows that are searched if they start with the settings of an instrument. */
const MAX_SETTINGS = 2_000;
/** Maximum length of a plate's name, as in titles. */
const MAX_NAME = 60;

/**
 * Returns the name of the plate in a sheet: the plate that the sheet's name contains, the sheet's name if other sheets also
 * contain plates, or otherwise the plate that the file's name contains. Throws UnreadableXlsx.
 */
export async function plateOfSheet({ path, name, reading = {} }: Source): Promise<string | undefined> {
  const bytes = await readFile(path);
  const parts = new WorkbookParts(bytes);
  const { sheets } = await parts.plan();
  const chosen = await chooseSheet(sheets, reading.sheet, parts.cellFinder());
  const stated = plateOfName(chosen.name);
  if (stated !== undefined) return stated;
  const others = sheets.flatMap((sheet, index) => (isOther(sheet, chosen.path) ? [index + 1] : []));
  for (const sheet of others.slice(0, MAX_SHEETS))
    if (await containsPlate(bytes, sheet)) return chosen.name.trim().slice(0, MAX_NAME);
  return plateOfFile(name);
}

function isOther({ path, isHidden }: SheetPart, chosen: string): boolean {
  return path !== undefined && path !== chosen && !isHidden;
}

/** Tells whether the first rows of a sheet contain the header of curves. */
export async function containsCurves(bytes: Buffer, number: number): Promise<boolean> {
  const sheet = await XlsxSheet.open(bytes, { sheet: number });
  const lines: GridLine[] = [];
  for await (const row of eachRow(sheet)) {
    lines.push({ line: row.line, cells: row.values.map(wellCell) });
    if (lines.length === MAX_ROWS) break;
  }
  return curveHeader(lines) !== undefined;
}

/** Tells whether the first rows of a sheet contain a plate, a table of wells, or blocks of an instrument. */
export async function containsPlate(bytes: Buffer, number: number): Promise<boolean> {
  const sheet = await XlsxSheet.open(bytes, { sheet: number });
  const watch = new PlateWatch();
  const lines: GridLine[] = [];
  for await (const row of eachRow(sheet)) {
    watch.take(row);
    lines.push({ line: row.line, cells: row.values.map(wellCell) });
    if (lines.length === MAX_ROWS && !isOfInstrument(lines)) break;
    if (lines.length === MAX_SETTINGS) break;
  }
  return (
    watch.reason() !== undefined || startsWithWells(lines) || (isOfInstrument(lines) && holdsWells(lines))
  );
}
