import { positionInChain } from "#shared/basics/proteins/chains.ts";
import { FROM_ONE } from "#shared/basics/proteins/numbering.ts";
import { wrapText } from "#shared/basics/wording/wrapText.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";

const SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json";
/** Width of a plot, in pixels: the width of the page's text. */
export const PLOT_WIDTH = 620;

/** What a plot shows, by which programs find it. */
export type PlotKind =
  | "bars"
  | "boxes"
  | "calibration"
  | "correlations"
  | "distribution"
  | "heatmap"
  | "learning"
  | "parity"
  | "positions"
  | "predictions"
  | "replicates"
  | "trade-off";

/** Builds a plot. `description` states in one sentence what the plot shows, for readers who cannot see it. */
export function plot(
  kind: PlotKind,
  title: string,
  description: string,
  body: Record<string, unknown>,
): Plot {
  return { $schema: SCHEMA, title: wrapText(title, 90), description, usermeta: { kind }, ...body };
}

/** Returns the label of a zero-based position: its residue in the reference and its number. */
export function labelOf(position: number, reference: string, numbering = FROM_ONE): string {
  const { chain, at } = positionInChain(reference, position);
  return `${chain.prefix}${reference[position] ?? ""}${numbering.positionAt(at)}`;
}

/** Returns the title of an axis, split into several lines if it is long. `length` is the length of the axis in pixels. */
export function axisTitle(title: string, length: number): string[] {
  return wrapText(title, Math.max(12, Math.floor(length / 7)));
}

/** Returns the axis label of a value: its name, with its unit in brackets. */
export function withUnit(name: string, unit: string | null | undefined): string {
  return unit ? `${name} (${unit})` : name;
}

/** Encoding of the field `count`: 1,234 or 56.7k. */
const COUNT = {
  field: "count",
  type: "quantitative",
  format: ",",
  // Longer numbers would overlap their neighbors.
  condition: { test: "datum.count >= 10000", field: "count", type: "quantitative", format: ".3~s" },
} as const;

/** Returns the labels of a mark: `expression` produces the tooltip text, for the encoding `NOTE`. */
export function tooltipTransform(expression: string): { transform: object[] } {
  return { transform: [{ calculate: expression, as: "note" }] };
}

/** Returns a layer that shows the field `count` as text, `distance` pixels above a point. */
export function countLabels(x: object, y: object, distance: number): object {
  return {
    mark: { type: "text", baseline: "bottom", dy: -distance, fontSize: 10 },
    encoding: { x, y, text: COUNT },
  };
}

/** Returns a layer with a dashed line at a value to compare with; empty if the value is missing. */
export function referenceLine(line: number | null | undefined, y: (field: string) => object): object[] {
  if (!Number.isFinite(line)) return [];
  return [
    {
      data: { values: [{ line }] },
      mark: { type: "rule", color: COLOURS.accent, strokeDash: [5, 3] },
      encoding: { y: y("line") },
    },
  ];
}

/** Title of a plot and labels of its axes, with units. */
export interface PlotLabels {
  title: string;
  x: string;
  y: string;
}

/** Encoding of the field `note`: a tooltip in the page and in Vega-Lite viewers. */
export const NOTE = {
  description: { field: "note" },
  tooltip: { field: "note" },
} as const;
