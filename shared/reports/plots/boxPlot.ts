import { quantileSorted, sortPresent } from "#shared/basics/statistics/quantiles.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import {
  axisTitle,
  countLabels,
  NOTE,
  PLOT_WIDTH,
  type PlotLabels,
  plot,
  referenceLine,
  tooltipTransform,
} from "./plot.ts";

export interface BoxGroup {
  label: string;
  values: ArrayLike<number>;
}

export interface BoxLabels extends PlotLabels {
  /** Value marked by a horizontal line, such as the reference's value. */
  line?: number;
}

/** Explanation of the boxes for readers. */
export const BOXES =
  "boxes show the middle half with the median as a line, and thin lines the 5th to 95th percentiles";

/**
 * Draws the median, quartiles and 5th to 95th percentile range of each group, in the order given, with the number of values
 * above each group.
 */
export function boxPlot(groups: readonly BoxGroup[], { title, x, y, line }: BoxLabels): Plot {
  const boxes = groups.flatMap(summaryOf);
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
  return plot("boxes", title, `${title}: medians, quartiles and 5th to 95th percentiles.`, {
    width: { step },
    height: 200,
    data: { values: boxes },
    layer: [
      {
        mark: { type: "rule", opacity: 0.7 },
        encoding: { x: across, y: value("low"), y2: { field: "high" } },
      },
      {
        ...tooltipTransform(
          "datum.label + ': median ' + format(datum.median, '.3~g') + ', ' + datum.count + (datum.count == 1 ? ' value' : ' values')",
        ),
        mark: { type: "bar", size: step * 0.6, aria: true, color: COLOURS.main },
        encoding: { x: across, y: value("lower"), y2: { field: "upper" }, ...NOTE },
      },
      {
        mark: { type: "tick", size: step * 0.6, thickness: 2, orient: "horizontal" },
        encoding: { x: across, y: value("median") },
      },
      countLabels(across, { value: 0 }, 2),
      ...referenceLine(line, value),
    ],
  });
}

/** Quantiles that delimit the parts of a box, as shares of the values. */
const QUANTILES = { low: 0.05, lower: 0.25, median: 0.5, upper: 0.75, high: 0.95 };

function summaryOf({ label, values }: BoxGroup): { label: string; count: number }[] {
  const sorted = sortPresent(values);
  if (sorted.length === 0) return [];
  const parts = Object.entries(QUANTILES).map(([part, share]) => [part, quantileSorted(sorted, share)]);
  return [{ label, count: sorted.length, ...Object.fromEntries(parts) }];
}
