import { barY, type PlotOptions, ruleX, tickY } from "@observablehq/plot";
import type { BoxChart } from "../chart.ts";

/** Number of groups above which their names are rotated vertically. */
const MANY_GROUPS = 10;

/**
 * Returns the drawing options for box plots: the interquartile range as a box, the median as a line, and the full range as
 * whiskers.
 */
export function boxOptions({ boxes, x, y }: BoxChart): PlotOptions {
  return {
    x: {
      label: x,
      type: "band",
      domain: boxes.map(({ group }) => group),
      padding: 0.4,
      ...(boxes.length > MANY_GROUPS && { tickRotate: -40 }),
    },
    y: { label: y, grid: true, nice: true, zero: false },
    ...(boxes.length > MANY_GROUPS && { marginBottom: 72 }),
    marks: [
      ruleX(boxes, { x: "group", y1: "low", y2: "high", stroke: "var(--text)" }),
      barY(boxes, {
        x: "group",
        y1: "lowerQuartile",
        y2: "upperQuartile",
        fill: "var(--accent-weak)",
        stroke: "var(--category-1)",
      }),
      tickY(boxes, { x: "group", y: "median", stroke: "var(--text)", strokeWidth: 2 }),
    ],
  };
}
