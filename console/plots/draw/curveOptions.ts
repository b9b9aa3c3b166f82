import { dot, line, type PlotOptions, ruleX, ruleY } from "@observablehq/plot";
import type { CurveChart } from "../chart.ts";
import { SERIES_COLORS, SERIES_SHAPES } from "../series.ts";

export function curveOptions({ steps, series, x, y, baseline, isFromZero }: CurveChart): PlotOptions {
  const names = series.map(({ name }) => name);
  const points = series.flatMap(({ name, values }) =>
    values.flatMap((value, index) => (value === null ? [] : [{ name, step: steps[index], value }])),
  );
  const intervals = series.flatMap(({ name, intervals: stepIntervals = [] }) =>
    stepIntervals.flatMap((interval, index) =>
      interval === null ? [] : [{ name, step: steps[index], low: interval[0], high: interval[1] }],
    ),
  );
  return {
    x: { label: x, type: "point", domain: steps },
    y: { label: y, grid: true, nice: true, zero: isFromZero },
    color: { domain: names, range: SERIES_COLORS },
    symbol: { domain: names, range: SERIES_SHAPES },
    marks: [
      ...(baseline === null
        ? []
        : [ruleY([baseline.value], { stroke: "var(--muted)", strokeDasharray: "4 3" })]),
      ruleX(intervals, { x: "step", y1: "low", y2: "high", stroke: "name", strokeWidth: 2 }),
      line(points, { x: "step", y: "value", stroke: "name", strokeWidth: 2 }),
      dot(points, { x: "step", y: "value", fill: "name", symbol: "name", r: 5 }),
    ],
  };
}
