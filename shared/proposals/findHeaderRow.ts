import { isEmpty, type XlsxRow } from "@pdp/formats/xlsx";

/** Share of non-empty cells above which a row counts as a header with missing names rather than a title. */
const MIN_FILLED = 0.75;

/** Returns the first row below the titles that is as wide as most rows and only contains text; the first row if there is none. */
export function findHeaderRow(rows: readonly XlsxRow[]): XlsxRow | undefined {
  const width = Math.max(0, ...rows.map(({ values }) => values.length));
  const named = rows.findIndex(({ values }, at) => {
    const names = values.slice(Math.max(1, emptyBefore(values)));
    return (
      values.length === width &&
      names.every((value) => typeof value === "string" && value !== "") &&
      rows.slice(at + 1).every((row) => emptyBefore(row.values) >= width - names.length - 1)
    );
  });
  const isTitle = ({ values }: XlsxRow) =>
    values.filter((value) => !isEmpty(value)).length < MIN_FILLED * width;
  return rows.slice(0, Math.max(named, 0)).every(isTitle) ? (rows[named] ?? rows[0]) : rows[0];
}

/** Counts the empty cells before the first value of a row. */
function emptyBefore(values: XlsxRow["values"]): number {
  const first = values.findIndex((value) => !isEmpty(value));
  return first < 0 ? values.length : first;
}
