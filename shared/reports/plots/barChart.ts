import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { textWidth } from "../textWidth.ts";
import { axisTitle, countLabels, NOTE, PLOT_WIDTH, type PlotLabels, plot, tooltipTransform } from "./plot.ts";

export interface Bar {
  label: string;
  count: number;
}

const NARROWEST = 12;
const USUAL = 44;
/** Minimum width of a bar that displays its number, in pixels. */
const NUMBERED = 26;

/** Draws counts of labeled groups in the order given. */
export function barChart(bars: readonly Bar[], { title, x, y }: PlotLabels): Plot {
  const room = PLOT_WIDTH / Math.max(1, bars.length);
  const widest = bars.reduce((most, { label }) => Math.max(most, textWidth(label, 11) + 10), USUAL);
  const step = Math.max(NARROWEST, widest <= room ? widest : Math.min(USUAL, room));
  const across = {
    field: "label",
    type: "nominal",
    sort: null,
    title: axisTitle(x, PLOT_WIDTH),
    axis: { labelAngle: widest <= step ? 0 : -45, labelOverlap: false },
  };
  const up = { field: "count", type: "quantitative", title: y, axis: { tickCount: 5, tickMinStep: 1 } };
  return plot("bars", title, `${title}: ${y.toLowerCase()} by ${x.toLowerCase()}.`, {
    width: { step },
    height: 180,
    data: { values: [...bars] },
    layer: [
      {
        ...tooltipTransform("datum.label + ': ' + format(datum.count, ',')"),
        mark: { type: "bar", aria: true, color: COLOURS.main },
        encoding: { x: across, y: up, ...NOTE },
      },
      ...(step < NUMBERED ? [] : [countLabels(across, up, 3)]),
    ],
  });
}
