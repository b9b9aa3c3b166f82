import { guardFormula } from "@pdp/basics/wording";
import type { DoseFit } from "@pdp/science/doseResponse";
import { csvText } from "#client/orderList/csvText.ts";
import type { DoseSeries } from "./doseSeries.ts";
import { REASONS } from "./fitWords.ts";

/** Variant with its fitted curve. */
export type FittedSeries = DoseSeries & { fit: DoseFit };

const COLUMNS = ["variant", "sequence", "ec50", "ec50_low", "ec50_high", "status"];
const CURVE_COLUMNS = ["slope", "at_dose_0", "at_high_doses", "responses"];

/**
 * Writes fits as CSV: the EC50 in the unit of the doses with its 95 % interval, and the number of responses. An EC50 that is
 * only bounded has one limit; a value that the responses do not determine is empty. Names that a spreadsheet would interpret as
 * formulas start with an apostrophe.
 */
export function fitsCsv(fitted: readonly FittedSeries[]): string {
  const lines = fitted.map(({ name, sequence, values, fit }) => {
    const curve = fit.state === "DETERMINED" ? fit.curve : null;
    const [low, high] = fit.state === "UNFITTED" ? [null, null] : [fit.low, fit.high];
    const texts = [name, sequence ?? ""].map(guardFormula);
    const figures = [curve?.slope, curve?.atZero, curve?.atHigh].map(textOf);
    return [
      ...[...texts, textOf(curve?.ec50), textOf(low), textOf(high), statusOf(fit)],
      ...figures,
      String(values.length),
    ];
  });
  return csvText([[...COLUMNS, ...CURVE_COLUMNS], ...lines]);
}

function textOf(value: number | null | undefined): string {
  return value == null ? "" : String(value);
}

function statusOf(fit: DoseFit): string {
  if (fit.state === "UNFITTED") return REASONS[fit.reason];
  if (fit.state === "DETERMINED") return "determined";
  return fit.low === null ? "below the upper limit" : "above the lower limit";
}
