import { cutText } from "#shared/basics/wording/wrapText.ts";
import type { CorrelationCell } from "#shared/science/analysis/assayCorrelations.ts";
import { DIVERGING } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { NOTE, plot } from "./plot.ts";

const MAX_WITH_NUMBERS = 12;
/** Minimum number of pairs for a correlation to be shown. */
export const MIN_PAIRS = 8;

/**
 * Draws all pairs of the given names; cells may contain each pair once or twice, in either order. Pairs with few values stay
 * empty.
 */
export function correlationMatrix(
  names: readonly string[],
  cells: readonly CorrelationCell[],
  title: string,
): Plot {
  const step = names.length > MAX_WITH_NUMBERS ? 17 : 44;
  // Numbered, so that equal or similar names can be distinguished.
  const labels = names.map((name, index) => `${index + 1} ${cutText(name, 28)}`);
  const short = names.map((_, index) => `${index + 1}`);
  const values = cells
    .filter(
      ({ first, second, correlation, pairs }) =>
        Number.isFinite(correlation) && (first === second || pairs >= MIN_PAIRS),
    )
    .map(({ first, second, correlation, pairs }) => ({
      row: labels[first],
      column: short[second],
      correlation: Number(correlation.toFixed(3)),
      note: `${labels[first]} and ${labels[second]}: ${correlation.toFixed(2)} (n = ${pairs})`,
    }));
  const encoding = {
    x: {
      field: "column",
      type: "ordinal",
      title: "Assay (by its number)",
      scale: { domain: short },
      axis: { labelAngle: 0, orient: "top", domain: false, ticks: false },
    },
    y: {
      field: "row",
      type: "ordinal",
      title: "Assay",
      scale: { domain: labels },
      axis: { domain: false, ticks: false },
    },
  };
  const numbers = {
    mark: { type: "text", fontSize: 11, color: "#14181c" },
    encoding: {
      ...encoding,
      text: { field: "correlation", type: "quantitative", format: ".2f" },
      color: {
        condition: { test: "abs(datum.correlation) > 0.75", value: "#ffffff" },
        value: "#14181c",
      },
    },
  };
  return plot("correlations", title, `${title}, for each pair of ${names.length} assays.`, {
    width: { step },
    height: { step: Math.min(step, 30) },
    data: { values },
    layer: [
      {
        mark: { type: "rect", aria: true },
        encoding: {
          ...encoding,
          color: {
            field: "correlation",
            type: "quantitative",
            scale: { domain: [-1, 1], range: DIVERGING, interpolate: "rgb" },
            legend: { title: "Spearman", gradientLength: 120, values: [-1, -0.5, 0, 0.5, 1], format: ".1f" },
          },
          ...NOTE,
        },
      },
      ...(names.length > MAX_WITH_NUMBERS ? [] : [numbers]),
    ],
  });
}
