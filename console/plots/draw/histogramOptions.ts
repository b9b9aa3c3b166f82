import { type PlotOptions, rect, ruleY } from "@observablehq/plot";
import type { HistogramChart } from "../chart.ts";

export function histogramOptions({ bins, x }: HistogramChart): PlotOptions {
  return {
    x: { label: x },
    y: { label: "rows", grid: true },
    marks: [
      rect(bins, { x1: "from", x2: "to", y1: 0, y2: "count", inset: 0.5, fill: "var(--category-1)" }),
      ruleY([0], { stroke: "var(--control)" }),
    ],
  };
}
