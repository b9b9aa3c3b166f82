import { sequenceCells, sequenceNames } from "./chainCells.ts";
import { csvText } from "./csvText.ts";
import { assaysOf } from "./design.ts";
import type { OrderRow } from "./orderRows.ts";

const SIGNIFICANT_DIGITS = 6;

/** Table cells: strings, or numbers and null in numeric columns. */
export type Cells = readonly (readonly (string | number | null)[])[];

/**
 * Writes an order list as CSV: name, mutations, sequence (or `vh` and `vl`), and two columns per assay with the predicted mean and its standard
 * deviation, which are empty for controls. These are followed by one column for each measured assay, with its measured mean,
 * and by a warning about the predictions, if there is one.
 */
export function orderCsv(rows: readonly OrderRow[]): string {
  return csvText(orderCells(rows).map((row) => row.map((cell) => (cell === null ? "" : String(cell)))));
}

/** Returns the cells of an order list, starting with the header. Numbers have six significant digits. */
export function orderCells(rows: readonly OrderRow[]): Cells {
  const assays = assaysOf(rows);
  const known = assays.filter((assay) => rows.some(({ measured }) => measured?.[assay] !== undefined));
  const hasWarning = rows.some(({ warning }) => warning !== undefined);
  const sequences = sequenceNames(rows);
  const header = [
    "name",
    "mutations",
    ...sequences,
    ...assays.flatMap((assay) => [`${assay}_mean`, `${assay}_sd`]),
    ...known.map((assay) => `${assay}_measured`),
    ...(hasWarning ? ["warning"] : []),
  ];
  return [
    header,
    ...rows.map((row) => {
      const { name, mutations, predictions, measured, warning = null } = row;
      const byAssay = new Map(predictions.map((prediction) => [prediction.assay, prediction]));
      const values = assays.flatMap((assay) => {
        const { mean, sd } = byAssay.get(assay) ?? {};
        return [rounded(mean), rounded(sd)];
      });
      const means = known.map((assay) => rounded(measured?.[assay]));
      return [
        name,
        mutations,
        ...sequenceCells(row, sequences),
        ...values,
        ...means,
        ...(hasWarning ? [warning] : []),
      ];
    }),
  ];
}

/** Rounds a number to six significant digits; null for anything other than a finite number. */
function rounded(value: number | undefined): number | null {
  if (value === undefined || !Number.isFinite(value)) return null;
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}
