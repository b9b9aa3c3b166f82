import { shortName } from "../matchColumns.ts";
import { UnreadableXlsx } from "./unreadableXlsx.ts";

/** Worksheet in a workbook. */
export interface SheetPart {
  name: string;
  isHidden: boolean;
  /** Path of the part; undefined for a sheet without cells, such as a chart. */
  path: string | undefined;
}

export interface ChosenSheet {
  name: string;
  path: string;
  /** Sentences about other sheets. */
  warnings: string[];
}

const NAMES_SHOWN = 20;
const ADVICE = 'specify one with "sheet" (its name or number) in the table\'s config';

/**
 * Chooses the sheet by name or by number (counted from 1, including hidden sheets); if none is requested, the only visible
 * sheet with cells. Throws UnreadableXlsx if that is ambiguous.
 */
export async function chooseSheet(
  sheets: readonly SheetPart[],
  wanted: string | number | undefined,
  hasCells: (path: string) => Promise<boolean>,
): Promise<ChosenSheet> {
  if (wanted !== undefined) return namedSheet(sheets, wanted);
  const [only] = sheets;
  if (sheets.length === 1 && only?.path !== undefined && !only.isHidden) {
    return { name: only.name, path: only.path, warnings: [] };
  }
  const filled: SheetPart[] = [];
  for (const sheet of sheets) {
    if (sheet.path !== undefined && (await hasCells(sheet.path))) filled.push(sheet);
  }
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const hidden = filled.filter(({ isHidden }) => isHidden);
  if (visible.length > 1) {
    throw new UnreadableXlsx(
      `the workbook has ${visible.length} sheets with cells (${quoteNames(visible)}); ${ADVICE}`,
    );
  }
  const [chosen] = visible;
  if (chosen?.path === undefined && hidden.length > 0) {
    throw new UnreadableXlsx(
      `only hidden sheets of the workbook contain cells (${quoteNames(hidden)}); ${ADVICE}`,
    );
  }
  if (chosen?.path === undefined) throw new UnreadableXlsx("the workbook has no cells");
  return { name: chosen.name, path: chosen.path, warnings: hiddenWarnings(hidden) };
}

function namedSheet(sheets: readonly SheetPart[], wanted: string | number): ChosenSheet {
  const sheet = typeof wanted === "number" ? sheets[wanted - 1] : findByName(sheets, wanted);
  if (sheet === undefined) {
    const number = `${sheets.length} ${sheets.length === 1 ? "sheet" : "sheets"}`;
    const what =
      typeof wanted === "number" ? `${number}, there is no sheet ${wanted}` : `no sheet "${wanted}"`;
    throw new UnreadableXlsx(`the workbook has ${what}; its sheets are ${quoteNames(sheets)}`);
  }
  if (sheet.path === undefined) {
    throw new UnreadableXlsx(`the sheet "${shortName(sheet.name)}" has no cells: it is a chart`);
  }
  return { name: sheet.name, path: sheet.path, warnings: [] };
}

/**
 * Finds a sheet by its exact name or, failing that, by its trimmed name ignoring case, which is how spreadsheet programs
 * compare names.
 */
function findByName(sheets: readonly SheetPart[], wanted: string): SheetPart | undefined {
  const key = (name: string): string => name.normalize("NFC").trim().toLowerCase();
  return sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => key(name) === key(wanted));
}

function hiddenWarnings(hidden: readonly SheetPart[]): string[] {
  if (hidden.length === 0) return [];
  const noun = hidden.length === 1 ? "The hidden sheet" : "The hidden sheets";
  return [`${noun} ${quoteNames(hidden)} ${hidden.length === 1 ? "was" : "were"} not read.`];
}

function quoteNames(sheets: readonly SheetPart[]): string {
  const names = sheets.slice(0, NAMES_SHOWN).map(({ name }) => `"${shortName(name)}"`);
  const more = sheets.length - names.length;
  return more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ");
}
