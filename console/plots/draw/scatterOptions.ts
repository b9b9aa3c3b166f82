import { dot, line, type PlotOptions } from "@observablehq/plot";
import type { ChartPoint, ScatterChart } from "../chart.ts";
import { paretoFront } from "../paretoFront.ts";
import { OTHER_GROUPS, SERIES_COLORS, SERIES_SHAPES, seriesOf } from "../series.ts";

/** Number of points above which small dots are used. */
const MANY_POINTS = 1_000;
const RADIUS = { few: 4, many: 2.5 };

/** Returns the drawing options for a scatter plot: each group has a distinct color and shape. */
export function scatterOptions({ points, x, y, guide, better, scale = "linear" }: ScatterChart): PlotOptions {
  const series = seriesOf(points.map(({ group }) => group));
  const known = new Set(series);
  const groupOf = ({ group }: ChartPoint) =>
    group === null ? null : known.has(group) ? group : OTHER_GROUPS;
  const isGrouped = series.length > 0;
  const r = points.length > MANY_POINTS ? RADIUS.many : RADIUS.few;
  const dots = dot(points, {
    x: "x",
    y: "y",
    r,
    fillOpacity: 0.55,
    strokeOpacity: 0.9,
    strokeWidth: 1,
    ...(isGrouped
      ? { fill: groupOf, stroke: groupOf, symbol: groupOf }
      : { fill: "var(--category-1)", stroke: "var(--category-1)" }),
  });
  // Rounded to whole decades, a logarithmic axis would be largely empty; its default format writes 0.2 as 200m.
  const scaled = scale === "log" ? ({ type: "log", ticks: 6, tickFormat: "~g" } as const) : { nice: true };
  return {
    x: { label: x, grid: true, ...scaled },
    y: { label: y, grid: true, ...scaled },
    ...(isGrouped && {
      color: { domain: series, range: SERIES_COLORS },
      symbol: { domain: series, range: SERIES_SHAPES },
    }),
    marks: [...guideMarks(points, guide, better), dots],
  };
}

function guideMarks(
  points: readonly ChartPoint[],
  guide: ScatterChart["guide"],
  better: ScatterChart["better"],
) {
  const style = { stroke: "var(--muted)", strokeDasharray: "4 3" };
  if (guide === "front") {
    // Every point on the worse side of the line is beaten by a point on it.
    return [line(paretoFront(points, better), { x: "x", y: "y", curve: "step-after", ...style })];
  }
  if (guide === "none" || points.length === 0) return [];
  let [minimum, maximum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of points) {
    minimum = Math.min(minimum, x, y);
    maximum = Math.max(maximum, x, y);
  }
  const ends = [minimum, maximum].map((value) => ({ x: value, y: value }));
  return [line(ends, { x: "x", y: "y", ...style })];
}
