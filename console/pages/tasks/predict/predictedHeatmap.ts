import type { Numbering } from "@pdp/basics/proteins";
import {
  type MeasuredVariant,
  reachOf,
  type Substitutions,
  siteMeans,
  substitutionsOf,
} from "../../table/heatmap/substitutions.ts";

/** Heatmaps for the single substitutions of a template. */
export interface PredictedHeatmap {
  predicted: Substitutions;
  /** Null if no single substitutions were measured. */
  measured: Substitutions | null;
  /** Predicted minus measured values, where both exist; null if there are no measurements. */
  difference: Substitutions | null;
}

/**
 * Returns heatmaps of the predictions for a template, its measurements, and their differences. A value has the same color in
 * the first two.
 */
export function predictedHeatmap(
  template: string,
  predicted: readonly MeasuredVariant[],
  measured: readonly MeasuredVariant[],
  numbering: Numbering,
): PredictedHeatmap {
  const predictedMap = substitutionsOf(predicted, "single", null, () => numbering, template);
  const known = substitutionsOf(measured, "single", null, () => numbering, template);
  if (known.rowsUsed === 0) return { predicted: predictedMap, measured: null, difference: null };
  const { center, centerIs } =
    known.centerIs === "reference" || predictedMap.centerIs !== "reference" ? known : predictedMap;
  const reach = Math.max(reachOf(predictedMap.cells, center), reachOf(known.cells, center));
  return {
    predicted: { ...predictedMap, center, centerIs, reach },
    measured: { ...known, center, centerIs, reach },
    difference: differenceOf(predictedMap, known),
  };
}

function differenceOf(predicted: Substitutions, measured: Substitutions): Substitutions {
  const cells = predicted.cells.map((cell, index) => {
    const other = measured.cells[index];
    return cell && other ? { mean: cell.mean - other.mean, rows: other.rows } : null;
  });
  return {
    ...predicted,
    center: 0,
    centerIs: "agreement",
    reach: reachOf(cells, 0),
    referenceValue: null,
    cells,
    sites: siteMeans(cells, predicted.sites.length),
  };
}
