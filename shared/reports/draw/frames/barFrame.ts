import { barY, ruleY, text } from "@observablehq/plot";
import { formatInteger } from "@pdp/basics/wording";
import type { Bar, BarChart } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import { FONT_SIZE, type Frame } from "../frame.ts";
import { countAxis, nameAxis, PLOT_WIDTH, shortCount } from "../layout.ts";
import { textWidth } from "../textWidth.ts";

const NARROWEST = 12;
const USUAL = 44;
/** Minimum width of a bar that displays its number, in pixels. */
const NUMBERED = 26;

/** Draws a bar for each group, with its count if there is room. */
export function barFrame({ data, labels }: BarChart): Frame {
  const names = data.map(({ label }) => label);
  const room = PLOT_WIDTH / Math.max(1, data.length);
  const widest = names.reduce((widest, label) => Math.max(widest, textWidth(label, FONT_SIZE) + 10), USUAL);
  const step = Math.max(NARROWEST, widest <= room ? widest : Math.min(USUAL, room));
  const channels = { x: "label", y: "count" } as const;
  return {
    width: step * Math.max(1, data.length),
    height: 180,
    above: step < NUMBERED ? 0 : 8,
    x: nameAxis(labels.x, names, widest <= step ? 0 : -45),
    y: countAxis(
      labels.y,
      data.map(({ count }) => count),
    ),
    marks: [
      barY(data, {
        ...channels,
        fill: COLORS.main,
        title: ({ label, count }: Bar) => `${label}: ${formatInteger(count)}`,
      }),
      ...(step < NUMBERED
        ? []
        : [text(data, { ...channels, dy: -7, fontSize: 10, text: ({ count }: Bar) => shortCount(count) })]),
      ruleY([0], { strokeOpacity: 0.5 }),
    ],
  };
}
