import { formatNumber, wrapText } from "@pdp/basics/wording";
import type { Element } from "@xmldom/xmldom";
import { DIVERGING } from "./colors.ts";
import { element } from "./svg.ts";
import { textWidth } from "./textWidth.ts";

/** Explanation of a chart's colors, and its size in pixels. */
export interface Legend {
  group: Element;
  width: number;
  height: number;
}

const RAMP_WIDTH = 220;
const RAMP_HEIGHT = 10;
const LINE_HEIGHT = 13;

/** Draws the diverging colors from −limit to limit. */
export function rampLegend(label: string, limit: number, name: string): Legend {
  const id = `${name}-ramp`;
  const stops = DIVERGING.map((color, index) =>
    element("stop", { offset: index / (DIVERGING.length - 1), "stop-color": color }),
  );
  const lines = wrapText(label, 60);
  const top = lines.length * LINE_HEIGHT + 2;
  const values = [-limit, -limit / 2, 0, limit / 2, limit].map((value, index) =>
    element(
      "text",
      { x: (index * RAMP_WIDTH) / 4, y: top + RAMP_HEIGHT + LINE_HEIGHT, "text-anchor": "middle" },
      formatNumber(value, 2),
    ),
  );
  const group = element(
    "g",
    {},
    element("linearGradient", { id }, ...stops),
    ...lines.map((line, index) => element("text", { y: 10 + index * LINE_HEIGHT }, line)),
    element("rect", { y: top, width: RAMP_WIDTH, height: RAMP_HEIGHT, fill: `url(#${id})` }),
    ...values,
  );
  return { group, width: RAMP_WIDTH + 20, height: top + RAMP_HEIGHT + LINE_HEIGHT + 4 };
}

export interface Swatch {
  label: string;
  color: string;
  /** Dashes of a line; undefined for a dot. */
  dashes?: string;
}

/** Draws a dot or a line for each label, in one row. */
export function swatchLegend(swatches: readonly Swatch[]): Legend {
  let left = 0;
  const parts = swatches.flatMap(({ label, color, dashes }) => {
    const symbol =
      dashes === undefined
        ? element("circle", { cx: left + 5, cy: 6, r: 4, fill: color })
        : element("line", {
            ...{ x1: left, x2: left + 16, y1: 6, y2: 6, stroke: color },
            ...{ "stroke-width": 2, "stroke-dasharray": dashes },
          });
    const text = element("text", { x: left + (dashes === undefined ? 14 : 22), y: 10 }, label);
    left += textWidth(label, 11) + 40;
    return [symbol, text];
  });
  return { group: element("g", {}, ...parts), width: left, height: LINE_HEIGHT };
}
