import { readFile } from "node:fs/promises";
import { ALL_SHEETS, plateOfSheet, readSheetLines, sheetLines } from "@pdp/formats/files";
import {
  curveHeader,
  type GridLine,
  holdsWells,
  isOfInstrument,
  SheetLines,
  startsWithWells,
  wellOf,
} from "@pdp/formats/layouts";
import type { Source } from "@pdp/formats/text";
import {
  cellText,
  eachRow,
  headerNames,
  PlateWatch,
  readZipDirectory,
  struckRowsWarning,
  UnreadableZip,
  type XlsxRow,
  XlsxSheet,
} from "@pdp/formats/xlsx";

import { detectInstrument, onlySettings } from "#shared/proposals/instrument.ts";
import { looksLikeData } from "#shared/proposals/judgeHeader.ts";
import { knownColumns } from "#shared/proposals/knownColumns.ts";
import { areNumbers, bestSheet, type Candidate } from "./bestSheet.ts";
import { findHeaderRow } from "./findHeaderRow.ts";
import { FirstWells } from "./firstWells.ts";
import { type NumberedColumns, numberedColumns } from "./numberedColumns.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns } from "./sample.ts";
import { sampleSheetCurves } from "./sampleCurves.ts";
import { sampleJoinedSheets } from "./sampleJoinedSheets.ts";
import { sampleSheetPlates } from "./samplePlates.ts";
import { CURVES, otherSheets, type SheetContent, sheetDecisions, WELLS } from "./sheetDecisions.ts";
import { type SheetSections, sheetSections, textOfLines } from "./sheetSections.ts";
import { type Chosen, sheetsOf } from "./workbookSheets.ts";

/** Number of leading rows searched for the header, because titles may come before it. */
const MAX_TITLE_ROWS = 100;
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
 * Reads the first rows of a workbook's sheet: the requested sheet, or otherwise the one that `bestSheet` chooses.
 */
export async function sampleXlsx(source: PreviewSource): Promise<Sample> {
  const { path, name, isCut, sheet: wanted, headerRow } = source;
  if (isCut && !(await isWhole(path))) {
    throw new NoSample(
      "a workbook can only be read as a whole: upload it to a load and preview it with load:previewFile",
    );
  }
  const areAll = wanted === ALL_SHEETS;
  const { sheets, candidates, visible } = await sheetsOf(path, areAll ? undefined : wanted);
  const isOpen = wanted === undefined && headerRow === undefined && visible.length > 1;
  const joinAll = (known?: ReadonlyMap<number, readonly GridLine[]>) =>
    sampleJoinedSheets(source, sheets, visible, areAll, known);
  if (areAll) return (await joinAll()) as Sample;
  const sheetsFound = (chosen: Chosen): Pick<Sample, "detected" | "options"> => ({
    detected: {
      sheets: sheets.map(({ name, isHidden }, index) => {
        return { name, hidden: isHidden, chosen: index + 1 === chosen.number };
      }),
    },
    options: visible.length !== 1 || chosen !== visible[0] ? { sheet: chosen.name } : {},
  });
  const unread = async (chosen: Chosen, content: SheetContent) =>
    wanted === undefined ? otherSheets(path, chosen, visible, content) : sheetDecisions(chosen, visible);
  const wells = new FirstWells();
  const best = await bestSheet(candidates.slice(0, MAX_SHEETS), (chosen) =>
    readSheet(path, chosen, headerRow, wells),
  );
  if (best === undefined) {
    throw new NoSample(`the ${wanted === undefined ? "workbook" : "sheet"} has no cells`);
  }
  if (best.table === undefined) {
    const lines = wells.linesOf(best.chosen);
    const joined = isOpen ? await joinAll(new Map([[best.chosen.number, lines]])) : undefined;
    if (joined !== undefined) return joined;
    const sample = await samplePlateSheet(source, best.chosen, lines, sheetsFound(best.chosen));
    const decisions = await unread(best.chosen, WELLS);
    return { ...sample, decisions: [...(sample.decisions ?? []), ...decisions] };
  }
  const { table, chosen } = best;
  const curves = headerRow === undefined ? curveHeader(table.head) : undefined;
  if (curves !== undefined) {
    const lines = await sheetLines(sourceOf(source, { sheet: chosen.number, header_row: curves }));
    const sample = sampleSheetCurves(lines, sheetsFound(chosen));
    return { ...sample, decisions: [...(sample.decisions ?? []), ...(await unread(chosen, CURVES))] };
  }
  // A list of wells may describe plates on other sheets.
  if (isOpen && table.columns.cells.some(areWells)) {
    const joined = await joinAll();
    if (joined !== undefined) return joined;
  }
  const parts = await sheetSections(source, chosen.number, table.head, table.header.line);
  const { instrument } = parts?.detected ?? {};
  const hasSection = parts?.detected.sections?.length !== 0 || parts.headerRow !== table.header.line;
  if (instrument && headerRow === undefined && !hasSection && table.header.values.length <= 2)
    throw new NoSample(onlySettings(instrument));
  const rows = parts?.headerRow === undefined ? table : await sampleSection(path, chosen, parts, table);
  const { columns, above, header } = rows;
  const unnamed = headerRow === undefined ? withoutNames(rows) : undefined;
  const struck = struckRowsWarning(name, rows.struckRows, header.line);
  const { detected: ofSheet, options } = sheetsFound(chosen);
  return {
    format: "XLSX",
    detected: { ...ofSheet, header_row: unnamed === undefined ? header.line : null, ...parts?.detected },
    options: {
      ...options,
      ...(unnamed && { header_rows: 0 }),
      ...(header.line > 1 && { header_row: header.line }),
      ...(parts?.lastRow !== undefined && { last_row: parts.lastRow }),
    },
    header: unnamed?.header ?? headerNames(header.values),
    ...(unnamed && { names: unnamed.names }),
    ...(unnamed?.types && { types: unnamed.types }),
    cells: (unnamed?.columns ?? columns).cells,
    rows: (unnamed?.columns ?? columns).rows,
    lines: (unnamed?.columns ?? columns).lines,
    ...(above && unnamed === undefined && headerRow === undefined && { above }),
    isWhole: !columns.isFull,
    decisions: [
      ...sheetDecisions(chosen, visible),
      ...(parts?.decisions ?? []),
      ...(unnamed ? [unnamed.decision] : []),
    ],
    warnings: [...(parts?.warnings ?? []), ...(struck !== undefined ? [struck] : [])],
  };
}

/** Tells whether a column contains names of wells. */
function areWells(cells: readonly (string | null)[]): boolean {
  const texts = cells.flatMap((cell) => cell ?? []);
  return texts.length > 0 && texts.every((text) => wellOf(text) !== undefined);
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
function transposed({ cells, rows }: SampleColumns, maxRows = MAX_JUDGED_ROWS): (string | null)[][] {
  return Array.from({ length: Math.min(rows, maxRows) }, (_, row) =>
    cells.map((column) => column[row] ?? null),
  );
}

/** Reads the rows of the chosen section, or returns the rows that have already been read if it has no header. */
async function sampleSection(
  path: string,
  chosen: Chosen,
  { headerRow, lastRow }: SheetSections,
  read: SheetSample,
): Promise<SheetSample> {
  const rows = await sampleSheet(path, chosen, { headerRow, lastRow });
  return rows === undefined || rows instanceof SheetLines ? read : rows;
}

/** Reads a sheet as a candidate for the sheet to propose; undefined if it has no cells. */
async function readSheet(
  path: string,
  chosen: Chosen,
  headerRow: number | undefined,
  wells: FirstWells,
): Promise<Candidate<SheetSample> | undefined> {
  const sampled = await sampleSheet(path, chosen, { headerRow });
  const isOther =
    sampled instanceof SheetLines && headerRow === undefined && !sampled.isFull && !holdsWells(sampled.all());
  const table = isOther ? await sampleSheet(path, chosen, { isTable: true }) : sampled;
  if (table === undefined) return undefined;
  if (!(table instanceof SheetLines)) {
    const { rows, cells } = table.columns;
    return { table, rows, isMeasured: cells.some(areNumbers) };
  }
  // Wells above a requested header row also belong to the sheet.
  const lines =
    headerRow === undefined
      ? table
      : await readSheetLines(sourceOf({ path, name: "" }, { sheet: chosen.number }));
  const values = wells.add(chosen, lines);
  return { table: undefined, rows: values.length, isMeasured: areNumbers(values) };
}

/** Reads the plates in the lines of a sheet as one row per well. */
async function samplePlateSheet(
  { path, name }: PreviewSource,
  { number }: Chosen,
  lines: readonly GridLine[],
  common: Pick<Sample, "detected" | "options">,
): Promise<Sample> {
  const instrument = detectInstrument(textOfLines(lines.slice(0, MAX_TITLE_ROWS))) ?? null;
  const base = await plateOfSheet(sourceOf({ path, name }, { sheet: number }));
  return sampleSheetPlates(lines, base, { ...common, detected: { ...common.detected, instrument } });
}

/** Returns a part of a workbook as a load reads it. */
function sourceOf({ path, name }: Pick<PreviewSource, "path" | "name">, reading: Source["reading"]): Source {
  return { path, name, format: "XLSX", ...(reading && { reading }) };
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

/** Rows of a sheet to read. */
interface SheetRange {
  headerRow?: number | undefined;
  lastRow?: number | undefined;
  /** True if the sheet is known to contain no wells. */
  isTable?: boolean;
}

/** Reads the first rows of a sheet, or all rows if it may contain wells. Returns undefined if it has no rows. */
async function sampleSheet(
  path: string,
  { number }: Chosen,
  { headerRow, lastRow = Number.POSITIVE_INFINITY, isTable = false }: SheetRange,
): Promise<SheetSample | SheetLines | undefined> {
  const sheet = await XlsxSheet.open(await readFile(path), { sheet: number });
  const first: XlsxRow[] = [];
  let sample: StartedSample | SheetLines | undefined;
  for await (const row of eachRow(sheet)) {
    if (row.line < (headerRow ?? 1)) continue;
    if (row.line > lastRow) break;
    if (sample instanceof SheetLines) sample.add(row);
    else if (sample) sample.columns.add(row.values.map(cellText), row.line);
    else if (first.push(row) === MAX_TITLE_ROWS) sample = startSample(first, headerRow, isTable);
    if (sample instanceof SheetLines ? sample.isFull : sample?.columns.isFull) break;
  }
  const started = sample ?? startSample(first, headerRow, isTable);
  if (started === undefined || started instanceof SheetLines) return started;
  return { ...started, struckRows: sheet.struckRows };
}

/** Finds the header among the first rows, and returns the rows below it; or the rows as lines if they contain wells. */
function startSample(
  first: readonly XlsxRow[],
  headerRow: number | undefined,
  isTable: boolean,
): StartedSample | SheetLines | undefined {
  const watch = new PlateWatch();
  const lines = new SheetLines();
  for (const row of first) {
    watch.take(row);
    lines.add(row);
  }
  const head = lines.all();
  const mayHoldWells = headerRow === undefined && (startsWithWells(head) || isOfInstrument(head));
  if (!isTable && (watch.reason() !== undefined || mayHoldWells)) return lines;
  const header = headerRow === undefined ? findHeaderRow(first) : first[0];
  if (header === undefined) return undefined;
  const columns = new SampleColumns(header.values.length);
  for (const row of first) if (row.line > header.line) columns.add(row.values.map(cellText), row.line);
  const above = first.find(({ line }) => line === header.line - 1);
  return { header, columns, head, above: above && headerNames(above.values) };
}
