import { VALUE_NUMBER } from "@pdp/basics/columns";

/** Row at the end of a file that is not a measurement. */
export interface SummaryRow {
  row: number;
  /** Column that contains its label, such as `Mean`. */
  column: number;
  label: string;
  kind: "SUMMARY" | "NOTE";
}

const SUMMARY =
  /^(?:(?:grand )?(?:mean|average|avg\.?|median|sum|total)|s\.?d\.?|st\.? ?dev\.?|std\.?(?: ?dev(?:iation)?\.?)?|standard deviation|s\.?e\.?m\.?|standard error|%? ?cv ?(?:\(?%\)?)?|rsd ?(?:\(?%\)?)?|coefficient of variation|z[-' ]?(?:factor|prime)|z')[ :]*$/i;
/** Words that mark a summary row only if it is next to a definite summary row. */
const PERHAPS = /^(?:n|se|min(?:imum)?|max(?:imum)?|count|range|number)[ :]*$/i;
const MAX_ROWS = 20;
const MIN_DATA_ROWS = 2;
/** Number of columns from which a text alone in its row is a note; with fewer, it must also be unlike the texts above it. */
const USUAL_COLUMNS = 3;
const MIN_NOTE_LETTERS = 12;
const MAX_COMPARED = 100;

type Column = readonly (string | null)[];

/** Finds the rows at the end of a file that summarize or explain the rows above; `cells` contains the cells of each column. */
export function summaryRows(cells: readonly Column[]): SummaryRow[] {
  const count = cells[0]?.length ?? 0;
  const summaries: SummaryRow[] = [];
  for (let row = count - 1; row >= Math.max(1, count - MAX_ROWS); row--) {
    const summary = summaryIn(cells, row);
    if (summary !== undefined) summaries.unshift(summary);
    // A control without a value may be listed below the summary.
    else if (!hasOnlyLabel(cells, row)) break;
  }
  const isCertain = summaries.some(({ kind, label }) => kind === "SUMMARY" && SUMMARY.test(label));
  const certain = isCertain ? summaries : summaries.filter(({ kind }) => kind === "NOTE");
  return count - certain.length < MIN_DATA_ROWS ? [] : certain;
}

function hasOnlyLabel(cells: readonly Column[], row: number): boolean {
  return cells.every((column, at) => at === 0 || !column[row]?.trim());
}

function summaryIn(cells: readonly Column[], row: number): SummaryRow | undefined {
  const column = cells.findIndex((columnCells) => columnCells[row] != null);
  const label = cells[column]?.[row]?.trim();
  if (label === undefined) return undefined;
  const others = cells.slice(column + 1).flatMap((columnCells) => columnCells[row]?.trim() ?? []);
  if (SUMMARY.test(label) || PERHAPS.test(label))
    return others.length > 0 && others.every((text) => VALUE_NUMBER.test(text))
      ? { row, column, label, kind: "SUMMARY" }
      : undefined;
  if (others.length > 0 || column > 0 || !/ /.test(label) || label.length < MIN_NOTE_LETTERS)
    return undefined;
  const isNote = cells.length >= USUAL_COLUMNS || (cells.length > 1 && isUnlike(cells[0] as Column, row));
  return isNote ? { row, column, label, kind: "NOTE" } : undefined;
}

/** Tells whether the texts above a row are single words. */
function isUnlike(column: Column, row: number): boolean {
  const texts = column.slice(0, row).filter((text) => text !== null && !SUMMARY.test(text.trim()));
  return (
    texts.length >= MIN_DATA_ROWS &&
    texts.slice(-MAX_COMPARED).every((text) => !/\S\s+\S/.test(text as string))
  );
}
