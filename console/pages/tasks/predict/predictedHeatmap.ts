import type { Numbering } from "#shared/domain/mutations/numbering.ts";
import {
  type MeasuredVariant,
  RESIDUES,
  type Substitutions,
  substitutionsOf,
} from "../../table/heatmap/substitutions.ts";

/** Heatmaps for the single substitutions of a template. */
export interface PredictedHeatmap {
  predicted: Substitutions;
  /** Null without measurements of single substitutions. */
  measured: Substitutions | null;
  /** Predicted minus measured values, where both exist; null without measurements. */
  difference: Substitutions | null;
}

/** Fraction of the differences that are shown in less than the full color. */
const QUANTILE = 0.95;

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
  const own = substitutionsOf(predicted, "single", null, () => numbering, template);
  const known = substitutionsOf(measured, "single", null, () => numbering, template);
  if (known.rowsUsed === 0) return { predicted: own, measured: null, difference: null };
  const { centre, centreIs } = known.centreIs === "reference" || own.centreIs !== "reference" ? known : own;
  const around = (variants: readonly MeasuredVariant[]) =>
    substitutionsOf(variants, "single", centre, () => numbering, template).reach;
  const reach = Math.max(around(predicted), around(measured));
  return {
    predicted: { ...own, centre, centreIs, reach },
    measured: { ...known, centre, centreIs, reach },
    difference: differenceOf(own, known),
  };
}

function differenceOf(predicted: Substitutions, measured: Substitutions): Substitutions {
  const cells = predicted.cells.map((cell, index) => {
    const other = measured.cells[index];
    return cell && other ? { mean: cell.mean - other.mean, rows: other.rows } : null;
  });
  const distances = cells.flatMap((cell) => (cell ? Math.abs(cell.mean) : [])).sort((a, b) => a - b);
  const sites = predicted.sites.map((_, position) => {
    const own = cells
      .slice(position * RESIDUES.length, (position + 1) * RESIDUES.length)
      .flatMap((cell) => cell?.mean ?? []);
    return own.length === 0 ? null : own.reduce((sum, value) => sum + value, 0) / own.length;
  });
  return {
    ...predicted,
    centre: 0,
    centreIs: "agreement",
    reach: distances[Math.min(Math.floor(distances.length * QUANTILE), distances.length - 1)] || 1,
    referenceValue: null,
    cells,
    sites,
  };
}
