import { AMINO_ACID_COUNT, AMINO_ACIDS, residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { quantile } from "#shared/science/statistics/quantiles.ts";
import type { Plot } from "../report.ts";
import { DIVERGING } from "./diverging.ts";
import { axisTitle, NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface HeatCell {
  /** Position from 0. */
  position: number;
  /** Index of the amino acid as in `aminoAcids.ts`; GAP for a deletion. */
  residue: number;
  effect: number;
  /** Number of variants in the mean effect. */
  count: number;
}

export interface HeatLabels {
  title: string;
  /** Label of the colour scale, with its unit. */
  legend: string;
}

export interface HeatOptions {
  /** Maximum number of cells; positions with the smallest effects are left out first. 6,000 if absent. */
  maxCells?: number;
}

/** Amino acids by side chain: aliphatic, aromatic, polar, basic, acidic, special; deletions last. */
const ROWS = [..."AVILMFYWSTNQHKRDECGP", "-"];
const PER_BLOCK = 60;
const MAX_CELLS = 6_000;

/** Draws mean effects by position and amino acid, in rows of 60 positions. Cells that were not measured stay empty. */
export function heatMap(
  reference: string,
  cells: readonly HeatCell[],
  { title, legend }: HeatLabels,
  { maxCells = MAX_CELLS }: HeatOptions = {},
): Plot {
  const positions = shownPositions(cells, maxCells);
  const blocks: number[][] = [];
  for (let start = 0; start < positions.length; start += PER_BLOCK) {
    blocks.push(positions.slice(start, start + PER_BLOCK));
  }
  const limit = colourLimit(cells);
  const widest = Math.min(PER_BLOCK, Math.max(positions.length, 12));
  const step = Math.min(26, Math.floor((PLOT_WIDTH - 10) / widest));
  const measured = new Map(positions.map((position) => [position, [] as HeatCell[]]));
  for (const cell of cells) measured.get(cell.position)?.push(cell);
  const description = `${title}: blue lowers, orange raises the value.`;
  return plot(title, description, {
    spacing: 8,
    vconcat: blocks.map((block, index) =>
      blockOf(block, measured, reference, {
        limit,
        step,
        ...(index === 0 ? { legend } : {}),
        isLast: index === blocks.length - 1,
      }),
    ),
    resolve: { scale: { color: "shared" } },
  });
}

/** Returns all measured positions or, if there are too many, those with the largest mean effects, in sequence order. */
export function shownPositions(cells: readonly HeatCell[], maxCells = MAX_CELLS): number[] {
  const byPosition = new Map<number, { count: number; size: number }>();
  for (const { position, effect } of cells) {
    const known = byPosition.get(position) ?? { count: 0, size: 0 };
    byPosition.set(position, { count: known.count + 1, size: known.size + Math.abs(effect) });
  }
  const ordered = [...byPosition].sort(([p, a], [q, b]) => b.size / b.count - a.size / a.count || p - q);
  let room = cells.length <= maxCells ? Number.POSITIVE_INFINITY : maxCells;
  const kept: number[] = [];
  for (const [position, { count }] of ordered) {
    if (count > room) continue;
    room -= count;
    kept.push(position);
  }
  return kept.sort((a, b) => a - b);
}

interface BlockOptions {
  limit: number;
  /** Width of a cell, in pixels. */
  step: number;
  legend?: string;
  isLast: boolean;
}

function blockOf(
  block: readonly number[],
  measured: ReadonlyMap<number, readonly HeatCell[]>,
  reference: string,
  { limit, step, legend, isLast }: BlockOptions,
): Record<string, unknown> {
  const label = (position: number): string => `${reference[position] ?? ""}${position + 1}`;
  const cells = block.flatMap((position) => measured.get(position) ?? []);
  const deletions = cells.some(({ residue }) => residue >= AMINO_ACID_COUNT);
  const encoding = axesOf(block.map(label), step, deletions, isLast);
  return {
    width: { step },
    height: { step: 10 },
    layer: [
      {
        data: { values: cells.map((cell) => cellData(cell, label(cell.position))) },
        transform: [
          {
            calculate:
              "datum.position + datum.residue + ': ' + format(datum.effect, '+.3~g') + ' (n = ' + datum.n + ')'",
            as: "note",
          },
        ],
        mark: { type: "rect", aria: true },
        encoding: {
          ...encoding,
          color: {
            field: "effect",
            type: "quantitative",
            scale: { domain: [-limit, limit], range: DIVERGING, interpolate: "rgb", clamp: true },
            legend: legend === undefined ? null : legendOf(legend),
          },
          ...NOTE,
        },
      },
      {
        data: { values: referenceCells(block, reference, label) },
        mark: { type: "point", shape: "circle", filled: true, size: 10, color: "#8b929c", opacity: 1 },
        encoding,
      },
    ],
  };
}

function axesOf(
  labels: readonly string[],
  step: number,
  deletions: boolean,
  isLast: boolean,
): Record<string, unknown> {
  const crowded = labels.some((label) => label.length * 6 > step);
  return {
    x: {
      field: "position",
      type: "ordinal",
      title: isLast ? "Position in the reference" : null,
      scale: { domain: labels },
      axis: { labelAngle: crowded ? -90 : 0, labelOverlap: false, labelFontSize: 9, ticks: false },
    },
    y: {
      field: "residue",
      type: "ordinal",
      title: "Amino acid",
      scale: { domain: deletions ? ROWS : ROWS.slice(0, -1) },
      axis: { labelFontSize: 9, ticks: false, labelPadding: 4 },
    },
  };
}

function legendOf(title: string): Record<string, unknown> {
  return { title: axisTitle(title, 420), orient: "top", direction: "horizontal", gradientLength: 220 };
}

function cellData({ residue, effect, count }: HeatCell, position: string): Record<string, unknown> {
  return { position, residue: residueLetters([residue]), effect: Number(effect.toPrecision(4)), n: count };
}

function referenceCells(
  block: readonly number[],
  reference: string,
  label: (position: number) => string,
): Record<string, string>[] {
  return block
    .filter((position) => AMINO_ACIDS.includes(reference[position] ?? "?"))
    .map((position) => ({ position: label(position), residue: reference[position]! }));
}

/** Returns the limit of the colour scale, which a few extreme cells do not determine. */
function colourLimit(cells: readonly HeatCell[]): number {
  const limit = quantile(
    cells.map(({ effect }) => Math.abs(effect)),
    0.98,
  );
  return limit > 0 ? Number(limit.toPrecision(3)) : 1;
}
