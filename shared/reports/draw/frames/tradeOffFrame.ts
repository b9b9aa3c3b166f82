import { dot } from "@observablehq/plot";
import { formatNumber } from "@pdp/basics/wording";
import type { TradeOffChart, TradeOffPoint } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Drawing } from "../drawing.ts";
import { valueAxis } from "../layout.ts";
import { swatchLegend } from "../legends.ts";

const SIZE = 380;
const FILLS = {
  "best trade-off": COLORS.accent,
  "other design": COLORS.main,
  template: COLORS.muted,
} as const;

/** Draws designs by two predicted values, colored by kind. */
export function tradeOffFrame({ data, labels }: TradeOffChart): Drawing {
  const points = dot(data, {
    ...{ x: "x", y: "y", fill: ({ kind }: TradeOffPoint) => FILLS[kind], r: 3.8, fillOpacity: 0.9 },
    title: ({ label, x, y }: TradeOffPoint) => `${label}: ${formatNumber(x)}, ${formatNumber(y)}`,
  });
  const frame = {
    width: SIZE,
    height: SIZE,
    x: valueAxis(labels.x),
    y: valueAxis(labels.y),
    marks: [points],
  };
  return {
    frames: [frame],
    legend: swatchLegend(Object.entries(FILLS).map(([label, color]) => ({ label, color }))),
  };
}
