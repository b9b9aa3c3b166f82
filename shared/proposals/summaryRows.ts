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
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)? ?%?$/;
const MAX_ROWS = 20;
const MIN_DATA_ROWS = 2;
const MIN_COLUMNS = 3;
const MIN_NOTE_LETTERS = 12;

/** Finds the rows at the end of a file that summarize or explain the rows above; `cells` contains the cells of each column. */
export function summaryRows(cells: readonly (readonly (string | null)[])[]): SummaryRow[] {
  const count = cells[0]?.length ?? 0;
  const found: SummaryRow[] = [];
  for (let row = count - 1; row >= Math.max(1, count - MAX_ROWS); row--) {
    const summary = summaryIn(cells, row);
    if (summary === undefined) break;
    found.unshift(summary);
  }
  const isCertain = found.some(({ kind, label }) => kind === "SUMMARY" && SUMMARY.test(label));
  const certain = isCertain ? found : found.filter(({ kind }) => kind === "NOTE");
  return count - certain.length < MIN_DATA_ROWS ? [] : certain;
}

function summaryIn(cells: readonly (readonly (string | null)[])[], row: number): SummaryRow | undefined {
  const column = cells.findIndex((own) => own[row] != null);
  const label = cells[column]?.[row]?.trim();
  if (label === undefined) return undefined;
  const others = cells.slice(column + 1).flatMap((own) => own[row]?.trim() ?? []);
  if (SUMMARY.test(label) || PERHAPS.test(label))
    return others.length > 0 && others.every((text) => NUMBER.test(text))
      ? { row, column, label, kind: "SUMMARY" }
      : undefined;
  const isNote = others.length === 0 && cells.length >= MIN_COLUMNS && column === 0 && / /.test(label);
  return isNote && label.length >= MIN_NOTE_LETTERS ? { row, column, label, kind: "NOTE" } : undefined;
}
