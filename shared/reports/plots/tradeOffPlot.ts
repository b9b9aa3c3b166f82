import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, NOTE, type PlotLabels, plot, tooltipTransform } from "./plot.ts";

export interface TradeOffPoint {
  x: number;
  y: number;
  label: string;
  kind: "best trade-off" | "other design" | "template";
}

const SIZE = 380;

/** Plots designs by two predicted values; designs not beaten in both by any other design have a separate color. */
export function tradeOffPlot(points: readonly TradeOffPoint[], labels: PlotLabels): Plot {
  const at = (field: "x" | "y", title: string) => ({
    field,
    type: "quantitative",
    title: axisTitle(title, SIZE),
    scale: { zero: false },
    axis: { tickCount: 6 },
  });
  const kinds = ["best trade-off", "other design", "template"];
  const description = `${labels.title}: predicted means of each design; colors distinguish the best trade-offs, the template and the others.`;
  return plot("trade-off", labels.title, description, {
    width: SIZE,
    height: SIZE,
    data: { values: points },
    ...tooltipTransform("datum.label + ': ' + format(datum.x, '.3~g') + ', ' + format(datum.y, '.3~g')"),
    mark: { type: "point", filled: true, size: 45, opacity: 0.9, aria: true },
    encoding: {
      x: at("x", labels.x),
      y: at("y", labels.y),
      color: {
        field: "kind",
        type: "nominal",
        title: null,
        scale: { domain: kinds, range: [COLOURS.accent, COLOURS.main, COLOURS.muted] },
      },
      ...NOTE,
    },
  });
}
