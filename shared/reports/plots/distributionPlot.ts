import { histogram } from "#shared/basics/statistics/histogram.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, NOTE, PLOT_WIDTH, plot, tooltipTransform } from "./plot.ts";

/** Value familiar to the reader, drawn as a line through the distribution. */
export interface MarkedValue {
  kind: "reference" | "control";
  label: string;
  value: number;
}

export interface DistributionPanel {
  /** Label of the values, with their unit. */
  axis: string;
  /** Values in ascending order, without NaN. */
  sorted: Float64Array;
  marked?: readonly MarkedValue[];
}

const MAX_MARKED = 40;
const GAP = 60;
/** Dash patterns for the lines of the reference and the controls. */
const DASHES = [
  [1, 0],
  [4, 3],
];

/** Draws histograms side by side, such as those of an assay on its raw and transformed scales. */
export function distributionPlot(title: string, panels: readonly DistributionPanel[]): Plot {
  const width = panels.length > 1 ? (PLOT_WIDTH - GAP) / 2 : PLOT_WIDTH;
  const description = `${title}: number of values in each range.`;
  return plot("distribution", title, description, { hconcat: panels.map((panel) => panelOf(panel, width)) });
}

function panelOf({ axis, sorted, marked = [] }: DistributionPanel, width: number): Record<string, unknown> {
  const { bins, beyond } = histogram(sorted);
  const shown = marked.filter(({ value }) => Number.isFinite(value)).slice(0, MAX_MARKED);
  const hidden = beyond > 0 ? ` – ${beyond} far outside not shown` : "";
  const x = { title: axisTitle(`${axis}${hidden}`, width), axis: { tickCount: Math.round(width / 70) } };
  const bars = {
    data: { values: bins },
    ...tooltipTransform(
      "datum.count + (datum.count == 1 ? ' value' : ' values') + ' from ' + datum.from + ' to ' + datum.to",
    ),
    mark: { type: "bar", aria: true, binSpacing: 0.5 },
    encoding: {
      x: { field: "from", type: "quantitative", bin: "binned", scale: { zero: false }, ...x },
      x2: { field: "to" },
      y: { field: "count", type: "quantitative", title: "Values", axis: { tickCount: 5, tickMinStep: 1 } },
      ...NOTE,
    },
  };
  return {
    width,
    height: 180,
    layer: shown.length === 0 ? [bars] : [bars, lines(shown.filter((one) => within(one.value, bins)))],
  };
}

function within(value: number, bins: readonly { from: number; to: number }[]): boolean {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return true;
  const room = 0.2 * (last.to - first.from);
  return value >= first.from - room && value <= last.to + room;
}

function lines(marked: readonly MarkedValue[]): Record<string, unknown> {
  return {
    data: { values: marked.map((one) => ({ ...one, note: one.label })) },
    mark: { type: "rule", aria: true, strokeWidth: 2 },
    encoding: {
      x: { field: "value", type: "quantitative" },
      color: {
        field: "kind",
        type: "nominal",
        title: null,
        scale: { domain: ["reference", "control"], range: [COLOURS.accent, COLOURS.second] },
        legend: { orient: "top", symbolType: "stroke", symbolStrokeWidth: 2, values: kindsOf(marked) },
      },
      strokeDash: {
        field: "kind",
        type: "nominal",
        scale: { domain: ["reference", "control"], range: DASHES },
        legend: null,
      },
      ...NOTE,
    },
  };
}

function kindsOf(marked: readonly MarkedValue[]): string[] {
  return [...new Set(marked.map(({ kind }) => kind))].sort().reverse();
}
