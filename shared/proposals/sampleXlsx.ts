import { readFile } from "node:fs/promises";
import type { GridLine } from "#shared/formats/detect/plateGrid.ts";
import { holdsBlocks, startsWells } from "#shared/formats/plates/instruments/readers.ts";
import { sheetLines } from "#shared/formats/plates/openRows.ts";
import { plateOfSheet } from "#shared/formats/plates/plateOfSheet.ts";
import { findWellTables } from "#shared/formats/plates/wellTables.ts";
import { cellText } from "#shared/formats/xlsx/cellText.ts";
import type { SheetPart } from "#shared/formats/xlsx/chooseSheet.ts";
import { PlateWatch } from "#shared/formats/xlsx/plateWatch.ts";
import { struckRowsWarning } from "#shared/formats/xlsx/struckRows.ts";
import { UnreadableXlsx } from "#shared/formats/xlsx/unreadableXlsx.ts";
import { wellCell } from "#shared/formats/xlsx/wellCell.ts";
import { WorkbookParts } from "#shared/formats/xlsx/workbookParts.ts";
import { eachRow, headerNames, XlsxSheet } from "#shared/formats/xlsx/xlsxRows.ts";
import { isEmpty, type XlsxRow } from "#shared/formats/xlsx/xlsxValue.ts";
import { readZipDirectory } from "#shared/formats/zip/readZip.ts";
import { UnreadableZip } from "#shared/formats/zip/unreadableZip.ts";
import { detectInstrument } from "#shared/proposals/instrument.ts";
import { looksLikeData } from "#shared/proposals/judgeHeader.ts";
import { knownColumns } from "#shared/proposals/knownColumns.ts";
import { type NumberedColumns, numberedColumns } from "./numberedColumns.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns } from "./sample.ts";
import { sampleSheetPlates } from "./samplePlates.ts";
import { type SheetSections, sheetSections, textOfLines } from "./sheetSections.ts";

/** Number of leading rows searched for the header, because titles may come before it. */
const MAX_TITLE_ROWS = 100;
/** Share of non-empty cells above which a row counts as a header with missing names rather than a title. */
const MIN_FILLED = 0.75;
/** Size ratio of two sheets above which the larger one is proposed even if it is not the first. */
const LARGER_SHEET_RATIO = 4;
/** Number of rows from which a format is recognized. */
const MAX_JUDGED_ROWS = 50;
/** Maximum number of sheets searched for rows. */
const MAX_SHEETS = 20;

/** Tells whether a file is a complete archive, with the directory at its end. */
async function isWhole(path: string): Promise<boolean> {
  try {
    return readZipDirectory(await readFile(path)).size > 0;
  } catch (error) {
    if (error instanceof UnreadableZip) return false;
    throw error;
  }
}

/**
 * Reads the first rows of a workbook's sheet: the requested sheet, or otherwise the first visible sheet with rows below a
 * header, unless another sheet is far larger.
 */
export async function sampleXlsx(source: PreviewSource): Promise<Sample> {
  const { path, name, isCut, sheet: wanted, headerRow } = source;
  if (isCut && !(await isWhole(path))) {
    throw new NoSample(
      "a workbook can only be read as a whole: upload it to a load and preview it with load:previewFile",
    );
  }
  const { sheets, candidates, visible } = await sheetsOf(path, wanted);
  const sheetsFound = (chosen: Chosen): Pick<Sample, "found" | "options"> => ({
    found: {
      sheets: sheets.map(({ name, isHidden }, index) => {
        return { name, hidden: isHidden, chosen: index + 1 === chosen.number };
      }),
    },
    options: visible.length !== 1 || chosen !== visible[0] ? { sheet: chosen.name } : {},
  });
  let found: { chosen: Chosen; rows: SheetSample } | undefined;
  let plate: Chosen | undefined;
  for (const chosen of candidates.slice(0, MAX_SHEETS)) {
    const rows = await sampleSheet(path, chosen, headerRow);
    if (rows === undefined) continue;
    if (typeof rows === "string") {
      plate ??= chosen;
      continue;
    }
    found ??= { chosen, rows };
    if (rows.columns.rows > 0) {
      found = { chosen, rows };
      break;
    }
  }
  if (plate !== undefined && (found === undefined || found.rows.columns.rows === 0))
    return samplePlateSheet(source, plate, sheetsFound(plate));
  if (found === undefined) {
    throw new NoSample(`the ${wanted === undefined ? "workbook" : "sheet"} has no cells`);
  }
  const { chosen } = found;
  const parts = await sheetSections(source, chosen.number, found.rows.head, found.rows.header.line);
  const rows =
    parts?.headerRow === undefined ? found.rows : await sampleSection(path, chosen, parts, found.rows);
  const { columns, above, header } = rows;
  const unnamed = headerRow === undefined ? withoutNames(rows) : undefined;
  const struck = struckRowsWarning(name, rows.struckRows, header.line);
  const { found: ofSheet, options } = sheetsFound(chosen);
  return {
    format: "XLSX",
    found: { ...ofSheet, header_row: unnamed === undefined ? header.line : null, ...parts?.found },
    options: {
      ...options,
      ...(unnamed && { header_rows: 0 }),
      ...(header.line > 1 && { header_row: header.line }),
      ...(parts?.lastRow !== undefined && { last_row: parts.lastRow }),
    },
    header: unnamed?.header ?? headerNames(header.values),
    ...(unnamed && { names: unnamed.names }),
    cells: (unnamed?.columns ?? columns).cells,
    rows: (unnamed?.columns ?? columns).rows,
    lines: (unnamed?.columns ?? columns).lines,
    ...(above && unnamed === undefined && headerRow === undefined && { above }),
    isWhole: !columns.isFull,
    warnings: [
      ...(parts?.warnings ?? []),
      ...(unnamed ? [unnamed.warning] : []),
      ...(struck !== undefined ? [struck] : []),
    ],
  };
}

/** Reads the presumed header as a row if it looks like one; undefined if it contains names. */
function withoutNames({
  header,
  columns,
}: SheetSample): (NumberedColumns & { columns: SampleColumns }) | undefined {
  const first = header.values.map(cellText);
  const known = knownColumns([first, ...transposed(columns)].map((row) => row.map((cell) => cell ?? "")));
  if (known === undefined && !looksLikeData(headerNames(header.values), columns.cells)) return undefined;
  const all = new SampleColumns(first.length);
  all.add(first, header.line);
  transposed(columns, columns.rows).forEach((row, at) => void all.add(row, columns.lines[at]));
  return { ...numberedColumns(first.length, header.line, "row", undefined, known), columns: all };
}

/** Returns the first rows of columns. */
function transposed({ cells, rows }: SampleColumns, most = MAX_JUDGED_ROWS): (string | null)[][] {
  return Array.from({ length: Math.min(rows, most) }, (_, row) => cells.map((column) => column[row] ?? null));
}

/** Reads the rows of the chosen section, or returns the rows that have already been read if it has no header. */
async function sampleSection(
  path: string,
  chosen: Chosen,
  { headerRow, lastRow }: SheetSections,
  read: SheetSample,
): Promise<SheetSample> {
  const rows = await sampleSheet(path, chosen, headerRow, lastRow);
  return typeof rows === "object" ? rows : read;
}

/** Reads the plates in a sheet as one row per well. */
async function samplePlateSheet(
  { path, name }: PreviewSource,
  { number }: Chosen,
  common: Pick<Sample, "found" | "options">,
): Promise<Sample> {
  const source = { path, name, format: "XLSX" as const, reading: { sheet: number } };
  const lines = await sheetLines(source);
  const instrument = detectInstrument(textOfLines(lines.slice(0, MAX_TITLE_ROWS))) ?? null;
  return sampleSheetPlates(lines, await plateOfSheet(source), {
    ...common,
    found: { ...common.found, instrument },
  });
}

interface Chosen {
  name: string;
  isHidden: boolean;
  /** Sheet number, counted from 1. */
  number: number;
  bytes: number;
}

/** Names of sheets that contain results, and of sheets that contain explanations. */
const RESULTS = /\b(?:results?|data|measurements?|values|assays?|variants?|activit(?:y|ies))\b/i;
const NOTES =
  /\b(?:read ?me|notes?|info(?:rmation)?|about|legend|metadata|protocols?|methods?|layout|plate ?maps?|template|instructions?|contents|cover|settings|parameters)\b/i;

function rankOf({ name }: Chosen): number {
  const words = name.replaceAll("_", " ");
  if (NOTES.test(words)) return 2;
  return RESULTS.test(words) ? 0 : 1;
}

/**
 * Sorts sheets with names that indicate results to the front and sheets with notes to the end, and then moves the largest
 * sheet to the front if it is far larger than the first one.
 */
function bestFirst(inFile: readonly Chosen[]): Chosen[] {
  const sheets = inFile.toSorted((one, other) => rankOf(one) - rankOf(other));
  const [first] = sheets;
  const largest = sheets.toSorted((one, other) => other.bytes - one.bytes)[0];
  if (!first || !largest || largest.bytes < LARGER_SHEET_RATIO * first.bytes) return [...sheets];
  return [largest, ...sheets.filter((sheet) => sheet !== largest)];
}

/** Lists the sheets that could be shown, best first, and the visible sheets with cells. */
async function sheetsOf(
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
  const named = filled.filter(({ name }) => name === wanted);
  if (named.length === 0) throw new UnreadableXlsx(`the workbook has no sheet "${wanted}" with cells`);
  return { sheets, candidates: named, visible };
}

interface StartedSample {
  /** First rows of the sheet. */
  head: readonly GridLine[];
  /** Names in the row above the header. */
  above: string[] | undefined;
  header: XlsxRow;
  columns: SampleColumns;
}

interface SheetSample extends StartedSample {
  /** Row numbers of struck-through rows, among those read. */
  struckRows: readonly number[];
}

/** Reads the first rows of a sheet. Returns undefined if it has no rows, or the reason if it contains a plate instead of rows. */
async function sampleSheet(
  path: string,
  { number }: Chosen,
  headerRow?: number,
  lastRow = Number.POSITIVE_INFINITY,
): Promise<SheetSample | string | undefined> {
  const sheet = await XlsxSheet.open(await readFile(path), { sheet: number });
  const first: XlsxRow[] = [];
  let sample: StartedSample | string | undefined;
  for await (const row of eachRow(sheet)) {
    if (row.line < (headerRow ?? 1)) continue;
    if (row.line > lastRow) break;
    if (typeof sample === "object") sample.columns.add(row.values.map(cellText), row.line);
    else if (first.push(row) === MAX_TITLE_ROWS) sample = startSample(first, headerRow);
    if (typeof sample === "string" || sample?.columns.isFull) break;
  }
  const found = sample ?? startSample(first, headerRow);
  return typeof found === "object" ? { ...found, struckRows: sheet.struckRows } : found;
}

/** Finds the header among the first rows, and returns the rows below it. */
function startSample(first: readonly XlsxRow[], headerRow?: number): StartedSample | string | undefined {
  const watch = new PlateWatch();
  for (const row of first) watch.take(row);
  const plate = watch.reason();
  if (plate !== undefined) return plate;
  const lines = first.map(({ line, values }) => ({ line, cells: values.map(wellCell) }));
  if (
    headerRow === undefined &&
    (findWellTables(lines).length > 0 || holdsBlocks(lines) || startsWells(lines))
  )
    return "the sheet has wells";
  const header = headerRow === undefined ? findHeader(first) : first[0];
  if (header === undefined) return undefined;
  const columns = new SampleColumns(header.values.length);
  for (const row of first) if (row.line > header.line) columns.add(row.values.map(cellText), row.line);
  const above = first.find(({ line }) => line === header.line - 1);
  return { header, columns, head: lines, above: above && headerNames(above.values) };
}

/** Returns the first row below the titles that is as wide as most rows and only contains text; the first row if there is none. */
function findHeader(rows: readonly XlsxRow[]): XlsxRow | undefined {
  const width = Math.max(0, ...rows.map(({ values }) => values.length));
  const named = rows.findIndex(
    ({ values }) =>
      values.length === width && values.slice(1).every((value) => typeof value === "string" && value !== ""),
  );
  const isTitle = ({ values }: XlsxRow) =>
    values.filter((value) => !isEmpty(value)).length < MIN_FILLED * width;
  return rows.slice(0, Math.max(named, 0)).every(isTitle) ? (rows[named] ?? rows[0]) : rows[0];
}
