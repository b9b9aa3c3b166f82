import { readFile } from "node:fs/promises";
import { type SheetPart, UnreadableXlsx, WorkbookParts } from "@pdp/formats/xlsx";

/** Size ratio of two sheets above which the larger one is proposed even if it is not the first. */
const LARGER_SHEET_RATIO = 4;

/** Sheet with cells. */
export interface Chosen {
  name: string;
  isHidden: boolean;
  /** Sheet number, counted from 1. */
  number: number;
  bytes: number;
}

/** Names of sheets that contain results, and of sheets that contain explanations. */
const RESULTS = /\b(?:results?|data|measurements?|values|assays?|variants?|activit(?:y|ies))\b/i;
const NOTES =
  /\b(?:read ?me|notes?|info(?:rmation)?|about|legend|metadata|protocols?|methods?|layout|plate ?maps?|template|instructions?|contents|cover|settings|parameters|(?:run|event) logs?|history)\b/i;

/** Names of sheets from which an instrument computed its results. */
const RAW = /\b(?:raw|amplification|multicomponent|melt(?:ing)?)\b/i;

const NOTES_RANK = 2;

/** Tells whether a sheet has a name that indicates notes instead of results. */
export function isNamedNotes(sheet: Chosen): boolean {
  return rankOf(sheet) === NOTES_RANK;
}

function isResults({ name }: Chosen): boolean {
  return /\bresults?\b/i.test(name.replaceAll("_", " "));
}

function isRaw({ name }: Chosen): boolean {
  return RAW.test(name.replaceAll("_", " "));
}

function rankOf({ name }: Chosen): number {
  const words = name.replaceAll("_", " ");
  if (NOTES.test(words)) return NOTES_RANK;
  return RESULTS.test(words) ? 0 : 1;
}

/**
 * Sorts sheets with names that indicate results to the front and sheets with notes to the end, and then moves the largest
 * sheet to the front if it is far larger than the first one. Raw data are only read if there is no sheet of results.
 */
function bestFirst(inFile: readonly Chosen[]): Chosen[] {
  const hasResults = inFile.some(isResults);
  const rawLast = (sheet: Chosen) => Number(hasResults && isRaw(sheet));
  const sheets = inFile.toSorted((a, b) => rawLast(a) - rawLast(b) || rankOf(a) - rankOf(b));
  const [first] = sheets;
  const measured = sheets.filter((sheet) => rawLast(sheet) === 0);
  const largest = measured.toSorted((a, b) => b.bytes - a.bytes)[0];
  if (!first || !largest || largest.bytes < LARGER_SHEET_RATIO * first.bytes) return [...sheets];
  return [largest, ...sheets.filter((sheet) => sheet !== largest)];
}

/** Returns the sheet with a name, ignoring case and surrounding space, or otherwise with a number. */
function namedSheets(sheets: readonly Chosen[], wanted: string): Chosen[] {
  const key = (name: string) => name.normalize("NFC").trim().toLowerCase();
  const [sheet] = [
    ...sheets.filter(({ name }) => name === wanted),
    ...sheets.filter(({ name }) => key(name) === key(wanted)),
    ...sheets.filter(({ number }) => String(number) === wanted),
  ];
  return sheet === undefined ? [] : [sheet];
}

/** Lists the sheets that could be shown, best first, and the visible sheets with cells. */
export async function sheetsOf(
  path: string,
  wanted: string | undefined,
): Promise<{ sheets: SheetPart[]; candidates: Chosen[]; visible: Chosen[] }> {
  const parts = new WorkbookParts(await readFile(path));
  const { sheets } = await parts.plan();
  const hasCells = parts.cellFinder();
  const filled: Chosen[] = [];
  for (const [index, { name, isHidden, path: part }] of sheets.entries()) {
    if (part === undefined || !(await hasCells(part))) continue;
    filled.push({ name, isHidden, number: index + 1, bytes: parts.sizeOf(part) });
  }
  const visible = bestFirst(filled.filter(({ isHidden }) => !isHidden));
  if (filled.length === 0) throw new UnreadableXlsx("the workbook has no cells");
  if (wanted === undefined) {
    const hidden = filled.filter(({ isHidden }) => isHidden);
    return { sheets, candidates: [...visible, ...hidden], visible };
  }
  const named = namedSheets(filled, wanted);
  if (named.length === 0) throw new UnreadableXlsx(`the workbook has no sheet "${wanted}" with cells`);
  return { sheets, candidates: named, visible };
}
