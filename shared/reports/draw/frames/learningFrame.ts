import { dot, lineY, ruleX } from "@observablehq/plot";
import { formatFixed } from "@pdp/basics/wording";
import type { LearnedPoint, LearningChart } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Frame } from "../frame.ts";
import { valueAxis, wholeNumber } from "../layout.ts";

/** Draws rank correlations with their intervals. */
export function learningFrame({ data, labels }: LearningChart): Frame {
  const lowest = data.reduce((lowest, { value, low }) => Math.min(lowest, low ?? value), 0);
  const intervals = data.filter(({ low, high }) => low != null && high != null);
  const channels = { x: "rows", y: "value" } as const;
  return {
    width: 400,
    height: 240,
    x: valueAxis(labels.x, { ticks: 8, nice: false, inset: 20, tickFormat: wholeNumber }),
    y: valueAxis(labels.y, { domain: [lowest, 1], nice: false }),
    marks: [
      ruleX(intervals, { x: "rows", y1: "low", y2: "high", stroke: COLORS.main }),
      lineY(data, { ...channels, stroke: COLORS.main, strokeWidth: 2 }),
      dot(data, {
        ...{ ...channels, fill: COLORS.main, r: 4 },
        title: ({ rows, value }: LearnedPoint) => `${rows} sequences: Spearman ${formatFixed(value, 2)}`,
      }),
    ],
  };
}
