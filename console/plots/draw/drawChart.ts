import { type PlotOptions, plot } from "@observablehq/plot";
import type { Chart } from "../chart.ts";
import { boxOptions } from "./boxOptions.ts";
import { curveOptions } from "./curveOptions.ts";
import { histogramOptions } from "./histogramOptions.ts";
import { logoOptions } from "./logoOptions.ts";
import { plateOptions } from "./plateOptions.ts";
import { scatterOptions } from "./scatterOptions.ts";

/** Drawn chart: its image, and the positions of values on it. */
export interface Drawn {
  picture: SVGSVGElement;
  /** Group names; null if there are no groups. */
  legend: Element | null;
  /** Pixel coordinates of a position on the axes; null outside them. */
  locate(x: number | string, y: number | string): { x: number; y: number } | null;
  /** Values at a pixel; null for an axis of names. */
  valueAt(x: number, y: number): { x: number | null; y: number | null };
  /** Inner edges of the axes, in pixels. */
  frame: { left: number; right: number; top: number; bottom: number };
}

/** Chart height, in pixels. */
const CHART_HEIGHT = 360;
const MARGINS = { left: 60, right: 16, top: 24, bottom: 40 };

/** Draws a chart. Colors come from the page style, so that charts follow the color scheme. */
export function drawChart(chart: Chart, width: number): Drawn {
  const picture = plot({
    width,
    height: CHART_HEIGHT,
    marginLeft: MARGINS.left,
    marginRight: MARGINS.right,
    marginTop: MARGINS.top,
    marginBottom: MARGINS.bottom,
    className: "chart-plot",
    style: { background: "transparent", overflow: "visible" },
    ...optionsOf(chart),
  }) as unknown as SVGSVGElement & ReturnType<typeof plot>;
  picture.setAttribute("aria-hidden", "true");
  const [xScale, yScale] = [picture.scale("x"), picture.scale("y")];
  const locate = (x: number | string, y: number | string) => {
    const [left, top] = [xScale?.apply(x), yScale?.apply(y)];
    if (!Number.isFinite(left) || !Number.isFinite(top)) return null;
    return { x: left + (xScale?.bandwidth ?? 0) / 2, y: top + (yScale?.bandwidth ?? 0) / 2 };
  };
  const explained = chart.kind === "logo" ? "color" : "symbol";
  const isGrouped = [...(picture.scale(explained)?.domain ?? [])].length > 1;
  return {
    picture,
    legend: isGrouped ? (picture.legend(explained, { className: "chart-legend" }) ?? null) : null,
    locate,
    valueAt: (x, y) => ({ x: xScale?.invert?.(x) ?? null, y: yScale?.invert?.(y) ?? null }),
    frame: {
      left: MARGINS.left,
      right: width - MARGINS.right,
      top: MARGINS.top,
      bottom: CHART_HEIGHT - MARGINS.bottom,
    },
  };
}

function optionsOf(chart: Chart): PlotOptions {
  switch (chart.kind) {
    case "scatter":
      return scatterOptions(chart);
    case "histogram":
      return histogramOptions(chart);
    case "box":
      return boxOptions(chart);
    case "curve":
      return curveOptions(chart);
    case "plate":
      return plateOptions(chart);
    case "logo":
      return logoOptions(chart);
  }
}
