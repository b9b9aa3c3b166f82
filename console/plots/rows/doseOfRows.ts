import { type DoseSeries, doseSeries } from "../dose/doseSeries.ts";
import { type ChartChoice, sequenceColumn } from "./chartChoice.ts";
import { type Rows, readCells } from "./chartOfRows.ts";

/** Variant of rows without a name. */
const NO_NAME = "(missing)";

/** Returns the responses of each variant in rows. */
export function doseOfRows(
  rows: Rows,
  choice: Pick<ChartChoice, "x" | "y" | "by">,
): { series: DoseSeries[]; note: string } {
  const { columnAt, numberAt, textAt } = readCells(rows);
  const [dose, response, by] = [columnAt(choice.x), columnAt(choice.y), columnAt(choice.by)];
  const sequence = columnAt(sequenceColumn(rows.columns));
  return doseSeries(
    Array.from({ length: rows.count }, (_, row) => ({
      name: by < 0 ? "all rows" : textAt(row, by) || NO_NAME,
      sequence: textAt(row, sequence) || null,
      dose: numberAt(row, dose),
      response: numberAt(row, response),
    })),
  );
}
