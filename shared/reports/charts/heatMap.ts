import { AMINO_ACIDS, FROM_ONE } from "@pdp/basics/proteins";
import { quantile } from "@pdp/basics/statistics";
import type { HeatCell } from "@pdp/science/analysis";
import { residueLetters } from "@pdp/science/sequences";
import { type HeatmapChart, labelOf } from "./chart.ts";

export interface HeatLabels {
  title: string;
  /** Label of the color scale, with its unit. */
  legend: string;
}

const MAX_CELLS = 6_000;

/**
 * Charts mean effects by position and amino acid. If there are more than `maxCells` cells, the positions with the smallest
 * effects are omitted first.
 */
export function heatMap(
  reference: string,
  cells: readonly HeatCell[],
  { title, legend }: HeatLabels,
  maxCells = MAX_CELLS,
  numbering = FROM_ONE,
): HeatmapChart {
  const shown = selectPositions(cells, maxCells);
  const labels = new Map(shown.map((position) => [position, labelOf(position, reference, numbering)]));
  return {
    id: "heatmap",
    kind: "heatmap",
    title,
    description: `${title}: orange lowers, blue raises the value.`,
    labels: { x: "Position in the reference", y: "Amino acid", value: legend },
    positions: Array.from(labels, ([at, position]) => {
      const residue = reference[at] ?? "";
      return { position, residue: AMINO_ACIDS.includes(residue) ? residue : "" };
    }),
    limit: colorLimit(cells),
    data: cells.flatMap(({ position: at, residue, effect, count }) => {
      const position = labels.get(at);
      if (position === undefined) return [];
      return [{ position, residue: residueLetters([residue]), effect: Number(effect.toPrecision(4)), count }];
    }),
  };
}

/** Returns all measured positions or, if there are too many, those with the largest mean effects, in sequence order. */
export function selectPositions(cells: readonly HeatCell[], maxCells = MAX_CELLS): number[] {
  const mean = (cells: readonly HeatCell[]): number =>
    cells.reduce((sum, { effect }) => sum + Math.abs(effect), 0) / cells.length;
  const ordered = [...Map.groupBy(cells, ({ position }) => position)]
    .map(([position, its]) => ({ position, count: its.length, size: mean(its) }))
    .sort((a, b) => b.size - a.size || a.position - b.position);
  let room = cells.length <= maxCells ? Number.POSITIVE_INFINITY : maxCells;
  const kept: number[] = [];
  for (const { position, count } of ordered) {
    if (count > room) continue;
    room -= count;
    kept.push(position);
  }
  return kept.sort((a, b) => a - b);
}

/** Returns the limit of the color scale, chosen so that a few extreme cells do not determine it. */
function colorLimit(cells: readonly HeatCell[]): number {
  const limit = quantile(
    cells.map(({ effect }) => Math.abs(effect)),
    0.98,
  );
  return limit > 0 ? Number(limit.toPrecision(3)) : 1;
}
