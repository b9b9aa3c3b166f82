import { quantileSorted, sortedPresent } from "#shared/science/statistics/quantiles.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, COUNT, NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface BoxGroup {
  label: string;
  values: ArrayLike<number>;
}

export interface BoxLabels {
  title: string;
  /** Labels of the axes, with units. */
  x: string;
  y: string;
  /** Value of a horizontal line, such as the reference's. */
  line?: number;
}

/** Explanation of the boxes for readers. */
export const BOXES =
  "boxes hold the middle half, with the median as a line, thin lines the 5th to 95th percentile";

/**
 * Draws medians, quartiles and the range from the 5th to the 95th percentile of groups, in the order given, with the
 * number of values of each above it.
 */
export function boxPlot(groups: readonly BoxGroup[], { title, x, y, line }: BoxLabels): Plot {
  const boxes = groups.flatMap(({ label, values }) => summaryOf(label, values));
  const step = Math.max(12, Math.min(60, PLOT_WIDTH / Math.max(1, boxes.length)));
  const crowded = boxes.some(({ label }) => label.length * 7 > step);
  const across = {
    field: "label",
    type: "nominal",
    sort: null,
    title: axisTitle(x, PLOT_WIDTH),
    axis: { labelAngle: crowded ? -45 : 0, labelOverlap: false, grid: false },
  };
  const value = (field: string) => ({
    field,
    type: "quantitative",
    title: axisTitle(y, 240),
    scale: { zero: false },
    axis: { tickCount: 6 },
  });
  const reference = {
    data: { values: [{ line }] },
    mark: { type: "rule", color: COLOURS.accent, strokeDash: [5, 3] },
    encoding: { y: value("line") },
  };
  const numbers = {
    mark: { type: "text", baseline: "bottom", dy: -2, fontSize: 10 },
    encoding: { x: across, y: { value: 0 }, text: COUNT },
  };
  return plot(title, `${title}: medians, quartiles and 5th to 95th percentiles.`, {
    width: { step },
    height: 200,
    data: { values: boxes },
    layer: [
      {
        mark: { type: "rule", opacity: 0.7 },
        encoding: { x: across, y: value("low"), y2: { field: "high" } },
      },
      {
        transform: [
          {
            calculate:
              "datum.label + ': median ' + format(datum.median, '.3~g') + ', ' + datum.count + (datum.count == 1 ? ' value' : ' values')",
            as: "note",
          },
        ],
        mark: { type: "bar", size: step * 0.6, aria: true, color: COLOURS.main },
        encoding: { x: across, y: value("lower"), y2: { field: "upper" }, ...NOTE },
      },
      {
        mark: { type: "tick", size: step * 0.6, thickness: 2, orient: "horizontal" },
        encoding: { x: across, y: value("median") },
      },
      numbers,
      ...(line !== undefined && Number.isFinite(line) ? [reference] : []),
    ],
  });
}

interface Box {
  label: string;
  count: number;
  low: number;
  lower: number;
  median: number;
  upper: number;
  high: number;
}

function summaryOf(label: string, values: ArrayLike<number>): Box[] {
  const sorted = sortedPresent(values);
  if (sorted.length === 0) return [];
  const at = (share: number): number => quantileSorted(sorted, share);
  return [
    {
      label,
      count: sorted.length,
      low: at(0.05),
      lower: at(0.25),
      median: at(0.5),
      upper: at(0.75),
      high: at(0.95),
    },
  ];
}
