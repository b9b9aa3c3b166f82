import { barY, ruleX, text, tickY } from "@observablehq/plot";
import { formatCount, formatNumber } from "@pdp/basics/wording";
import type { Box, BoxChart } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import { FONT_SIZE, type Frame } from "../frame.ts";
import { nameAxis, PLOT_WIDTH, shortCount, valueAxis } from "../layout.ts";
import { comparisonLine } from "../lines.ts";
import { textWidth } from "../textWidth.ts";

/** Draws a box for each group, with the number of its values above it. */
export function boxFrame({ data, labels, line }: BoxChart): Frame {
  const names = data.map(({ label }) => label);
  const step = Math.max(12, Math.min(60, PLOT_WIDTH / Math.max(1, data.length)));
  const isCrowded = names.some((label) => textWidth(label, FONT_SIZE) > step);
  const inset = step * 0.15;
  return {
    width: step * Math.max(1, data.length),
    height: 200,
    above: 10,
    x: nameAxis(labels.x, names, isCrowded ? -45 : 0),
    y: valueAxis(labels.y),
    marks: [
      ruleX(data, { x: "label", y1: "low", y2: "high", strokeOpacity: 0.7 }),
      barY(data, {
        ...{ x: "label", y1: "lower", y2: "upper", insetLeft: inset, insetRight: inset, fill: COLORS.main },
        title: ({ label, median, count }: Box) =>
          `${label}: median ${formatNumber(median)}, ${formatCount(count, "value")}`,
      }),
      tickY(data, { x: "label", y: "median", insetLeft: inset, insetRight: inset, strokeWidth: 2 }),
      text(data, {
        ...{ x: "label", frameAnchor: "top", dy: -10, fontSize: 10 },
        text: ({ count }: Box) => shortCount(count),
      }),
      ...comparisonLine(line),
    ],
  };
}
