import { csvText } from "./csvText.ts";
import type { OrderRow } from "./orderRows.ts";

const SIGNIFICANT_DIGITS = 6;

/**
 * Writes an order list as CSV: name, mutations, sequence, and two columns for each assay with the predicted mean and its
 * standard deviation, which are empty for controls.
 */
export function orderCsv(rows: readonly OrderRow[]): string {
  const assays = [...new Set(rows.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  const header = [
    "name",
    "mutations",
    "sequence",
    ...assays.flatMap((assay) => [`${assay}_mean`, `${assay}_sd`]),
  ];
  return csvText([
    header,
    ...rows.map(({ name, mutations, sequence, predictions }) => {
      const byAssay = new Map(predictions.map((prediction) => [prediction.assay, prediction]));
      const values = assays.flatMap((assay) => {
        const { mean, sd } = byAssay.get(assay) ?? {};
        return [numberText(mean), numberText(sd)];
      });
      return [name, mutations, sequence, ...values];
    }),
  ]);
}

/** Writes a number with six significant digits; nothing for what is no finite number. */
function numberText(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return "";
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}
