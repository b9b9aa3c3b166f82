import { readFile } from "node:fs/promises";
import type { SheetPart } from "#shared/lake/formats/xlsx/chooseSheet.ts";
import { shownText } from "#shared/lake/formats/xlsx/numberFormat.ts";
import { UnreadableXlsx } from "#shared/lake/formats/xlsx/unreadableXlsx.ts";
import { WorkbookParts } from "#shared/lake/formats/xlsx/workbookParts.ts";
import { eachRow, headerNames, XlsxSheet } from "#shared/lake/formats/xlsx/xlsxRows.ts";
import {
  FormattedNumber,
  isEmpty,
  TimeOfDay,
  UnstoredFormula,
  type XlsxRow,
  type XlsxValue,
} from "#shared/lake/formats/xlsx/xlsxValue.ts";
import { readZipDirectory } from "#shared/lake/formats/xlsx/zipArchive.ts";
import { NoSample, type PreviewSource, type Sample, SampleColumns } from "./sample.ts";

/** Number of first rows among which the header is searched, as titles above it may be. */
const MAX_TITLE_ROWS = 100;

/** Tells whether a file is a whole archive, whose directory is at its end. */
async function isWhole(path: string): Promise<boolean> {
  try {
    return readZipDirectory(await readFile(path)).size > 0;
  } catch (error) {
    if (error instanceof UnreadableXlsx) return false;
    throw error;
  }
}

/** Reads the first rows of a workbook's sheet: the wanted one, the only one with cells, or else the first visible one. */
export async function sampleXlsx({ path, isCut, sheet: wanted }: PreviewSource): Promise<Sample> {
  if (isCut && !(await isWhole(path))) {
    throw new NoSample(
      "a workbook can be read only as a whole: upload it into a load, and preview it there with load:previewFile",
    );
  }
  const { sheets, chosen, isStated } = await sheetsOf(path, wanted);
  const sheet = await XlsxSheet.open(path, { sheet: chosen.number });
  const first: XlsxRow[] = [];
  let columns: SampleColumns | undefined;
  let header: XlsxRow | undefined;
  for await (const row of eachRow(sheet)) {
    if (columns === undefined) {
      first.push(row);
      if (first.length < MAX_TITLE_ROWS) continue;
    }
    columns ??= start();
    if (first.length === 0) columns.add(row.values.map(cellText));
    first.length = 0;
    if (columns.isFull) break;
  }
  columns ??= start();
  if (header === undefined) throw new NoSample("the sheet has no cells");
  return {
    format: "XLSX",
    found: {
      header_row: header.line,
      sheets: sheets.map(({ name, isHidden }, index) => {
        return { name, hidden: isHidden, chosen: index + 1 === chosen.number };
      }),
    },
    options: { ...(isStated && { sheet: chosen.name }), ...(header.line > 1 && { header_row: header.line }) },
    header: headerNames(header.values),
    cells: columns.cells,
    rows: columns.rows,
    isWhole: !columns.isFull,
  };

  /** Finds the header among the first rows, and takes those below it. */
  function start(): SampleColumns {
    header = findHeader(first);
    const found = new SampleColumns(header?.values.length ?? 0);
    for (const row of first) if (header && row.line > header.line) found.add(row.values.map(cellText));
    return found;
  }
}

interface Chosen {
  name: string;
  /** Number of the sheet, from 1. */
  number: number;
}

/** Chooses the sheet to show. `isStated` tells that the configuration has to name it. */
async function sheetsOf(
  path: string,
  wanted: string | undefined,
): Promise<{ sheets: SheetPart[]; chosen: Chosen; isStated: boolean }> {
  const parts = new WorkbookParts(await readFile(path));
  const { sheets } = await parts.plan();
  const hasCells = parts.cellFinder();
  const filled: (Chosen & { isHidden: boolean })[] = [];
  for (const [index, { name, isHidden, path: part }] of sheets.entries()) {
    if (part !== undefined && (await hasCells(part))) filled.push({ name, isHidden, number: index + 1 });
  }
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const named = wanted === undefined ? undefined : filled.find(({ name }) => name === wanted);
  if (wanted !== undefined && !named) {
    throw new UnreadableXlsx(`the workbook has no sheet "${wanted}" with cells`);
  }
  const chosen = named ?? visible[0] ?? filled[0];
  if (chosen === undefined) throw new UnreadableXlsx("the workbook has no cells");
  return { sheets, chosen, isStated: visible.length !== 1 || chosen !== visible[0] };
}

/** Returns the first row that is as wide as most, and has texts only; the first row if there is none. */
function findHeader(rows: readonly XlsxRow[]): XlsxRow | undefined {
  const width = Math.max(0, ...rows.map(({ values }) => values.length));
  const named = rows.find(
    ({ values }) =>
      values.length === width && values.slice(1).every((value) => typeof value === "string" && value !== ""),
  );
  return named ?? rows[0];
}

function cellText(value: XlsxValue): string | null {
  if (isEmpty(value) || value === null || value instanceof UnstoredFormula) return null;
  if (value instanceof FormattedNumber) {
    const shown = shownText(value.value, value.format);
    return shown.isExact ? shown.text : String(value.value);
  }
  if (value instanceof TimeOfDay) return value.toString();
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? null : value.toISOString().replace("T00:00:00.000Z", "");
  }
  return String(value);
}
