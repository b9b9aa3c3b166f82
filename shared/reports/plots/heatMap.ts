import { AMINO_ACIDS } from "#shared/basics/proteins/aminoAcids.ts";
import { FROM_ONE } from "#shared/basics/proteins/numbering.ts";
import { quantile } from "#shared/basics/statistics/quantiles.ts";
import type { HeatCell } from "#shared/science/analysis/substitutionEffects.ts";
import { AMINO_ACID_COUNT, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { COLOURS, DIVERGING } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, labelOf, NOTE, PLOT_WIDTH, plot, tooltipTransform } from "./plot.ts";

export interface HeatLabels {
  title: string;
  /** Label of the color scale, with its unit. */
  legend: string;
}

/** Returns the label of a zero-based position. */
type LabelOf = (position: number) => string;

/** Amino acids by side chain: aliphatic, aromatic, polar, basic, acidic, special; deletions last. */
const ROWS = [..."AVILMFYWSTNQHKRDECGP", "-"];
const PER_BLOCK = 60;
const MAX_CELLS = 6_000;

/**
 * Draws mean effects by position and amino acid, in rows of 60 positions. Unmeasured cells stay empty. If there are more than
 * `maxCells` cells, the positions with the smallest effects are omitted first.
 */
export function heatMap(
  reference: string,
  cells: readonly HeatCell[],
  { title, legend }: HeatLabels,
  maxCells = MAX_CELLS,
  numbering = FROM_ONE,
): Plot {
  const label: LabelOf = (position) => labelOf(position, reference, numbering);
  const positions = selectPositions(cells, maxCells);
  const blocks: number[][] = [];
  for (let start = 0; start < positions.length; start += PER_BLOCK) {
    blocks.push(positions.slice(start, start + PER_BLOCK));
  }
  const byPosition = Map.groupBy(cells, ({ position }) => position);
  const limit = colourLimit(cells);
  const widest = Math.min(PER_BLOCK, Math.max(positions.length, 12));
  const step = Math.min(26, Math.floor((PLOT_WIDTH - 10) / widest));
  return plot("heatmap", title, `${title}: orange lowers, blue raises the value.`, {
    spacing: 8,
    vconcat: blocks.map((block, index) => {
      const shown = block.flatMap((position) => byPosition.get(position) ?? []);
      const axes = axesOf(block, shown, label, step, index === blocks.length - 1);
      return {
        width: { step },
        height: { step: 10 },
        layer: [
          effects(shown, label, axes, limit, index === 0 ? legend : null),
          residues(block, reference, label, axes),
        ],
      };
    }),
    resolve: { scale: { color: "shared" } },
  });
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

function axesOf(
  positions: readonly number[],
  cells: readonly HeatCell[],
  label: LabelOf,
  step: number,
  isLast: boolean,
): Record<string, unknown> {
  const labels = positions.map(label);
  const isCrowded = labels.some(({ length }) => length * 6 > step);
  const hasDeletions = cells.some(({ residue }) => residue >= AMINO_ACID_COUNT);
  return {
    x: {
      field: "position",
      type: "ordinal",
      title: isLast ? "Position in the reference" : null,
      scale: { domain: labels },
      axis: { labelAngle: isCrowded ? -90 : 0, labelOverlap: false, labelFontSize: 9, ticks: false },
    },
    y: {
      field: "residue",
      type: "ordinal",
      title: "Amino acid",
      scale: { domain: hasDeletions ? ROWS : ROWS.slice(0, -1) },
      axis: { labelFontSize: 9, ticks: false, labelPadding: 4 },
    },
  };
}

function effects(
  cells: readonly HeatCell[],
  label: LabelOf,
  axes: Record<string, unknown>,
  limit: number,
  legend: string | null,
): object {
  const values = cells.map(({ position, residue, effect, count }) => ({
    position: label(position),
    residue: residueLetters([residue]),
    effect: Number(effect.toPrecision(4)),
    n: count,
  }));
  const title = axisTitle(legend ?? "", 420);
  return {
    data: { values },
    ...tooltipTransform(
      "datum.position + datum.residue + ': ' + format(datum.effect, '+.3~g') + ' (n = ' + datum.n + ')'",
    ),
    mark: { type: "rect", aria: true },
    encoding: {
      ...axes,
      color: {
        field: "effect",
        type: "quantitative",
        scale: { domain: [-limit, limit], range: DIVERGING, interpolate: "rgb", clamp: true },
        legend:
          legend === null ? null : { title, orient: "top", direction: "horizontal", gradientLength: 220 },
      },
      ...NOTE,
    },
  };
}

/** Returns a layer with a dot at the reference residue of each position. */
function residues(
  positions: readonly number[],
  reference: string,
  label: LabelOf,
  axes: Record<string, unknown>,
): object {
  const values = positions
    .filter((position) => AMINO_ACIDS.includes(reference[position] ?? "?"))
    .map((position) => ({ position: label(position), residue: reference[position] }));
  return {
    data: { values },
    mark: { type: "point", shape: "circle", filled: true, size: 10, color: COLOURS.muted, opacity: 1 },
    encoding: axes,
  };
}

/** Returns the limit of the color scale, chosen so that a few extreme cells do not determine it. */
function colourLimit(cells: readonly HeatCell[]): number {
  const limit = quantile(
    cells.map(({ effect }) => Math.abs(effect)),
    0.98,
  );
  return limit > 0 ? Number(limit.toPrecision(3)) : 1;
}
