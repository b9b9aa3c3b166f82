import type { CorrelationCell } from "@pdp/science/analysis";
import type { CorrelationChart } from "./chart.ts";

/** Minimum number of pairs for a correlation to be shown. */
export const MIN_PAIRS = 8;

/**
 * Charts all pairs of the given names; cells may contain each pair once or twice, in either order. Pairs with few values are
 * omitted.
 */
export function correlationMatrix(
  names: readonly string[],
  cells: readonly CorrelationCell[],
  title: string,
): CorrelationChart {
  return {
    id: "correlations",
    kind: "correlations",
    title,
    description: `${title}, for each pair of ${names.length} assays.`,
    labels: { x: "Assay (by its number)", y: "Assay", value: "Spearman" },
    names,
    data: cells
      .filter(({ correlation }) => Number.isFinite(correlation))
      .filter(({ first, second, pairs }) => first === second || pairs >= MIN_PAIRS)
      .map((cell) => ({ ...cell, correlation: Number(cell.correlation.toFixed(3)) })),
  };
}
