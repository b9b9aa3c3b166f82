import { dot, ruleX } from "@observablehq/plot";
import { formatNumber } from "@pdp/basics/wording";
import type { PredictedDesign, PredictionChart } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Frame } from "../frame.ts";
import { PLOT_WIDTH, valueAxis, wholeNumber } from "../layout.ts";
import { comparisonLine } from "../lines.ts";

/** Draws predicted means with one standard deviation on either side. */
export function predictionFrame({ data, labels, line }: PredictionChart): Frame {
  const last = data.reduce((largest, { rank }) => Math.max(largest, rank), 0);
  const ranks = { domain: [0, last + 1], nice: false, grid: false, ticks: 10, tickFormat: wholeNumber };
  return {
    width: PLOT_WIDTH,
    height: 220,
    x: valueAxis(labels.x, ranks),
    y: valueAxis(labels.y),
    marks: [
      ruleX(data, {
        ...{ x: "rank", stroke: COLORS.main, strokeOpacity: 0.6 },
        y1: ({ mean, sd }: PredictedDesign) => mean - sd,
        y2: ({ mean, sd }: PredictedDesign) => mean + sd,
      }),
      dot(data, {
        ...{ x: "rank", y: "mean", fill: COLORS.main, r: 3 },
        title: ({ rank, label, mean, sd }: PredictedDesign) =>
          `${rank}: ${label}, ${formatNumber(mean)} ± ${formatNumber(sd, 2)}`,
      }),
      ...comparisonLine(line),
    ],
  };
}
