import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { textWidth } from "../textWidth.ts";
import { axisTitle, COUNT, NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface Bar {
  label: string;
  count: number;
}

export interface BarLabels {
  title: string;
  x: string;
  /** Label of the counts. */
  y: string;
}

const NARROWEST = 12;
const USUAL = 44;
/** Minimum width of a bar that shows its number, in pixels. */
const NUMBERED = 26;

/** Draws counts of labelled groups in the order given. */
export function barChart(bars: readonly Bar[], { title, x, y }: BarLabels): Plot {
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
  const numbers = {
    mark: { type: "text", baseline: "bottom", dy: -3, fontSize: 10 },
    encoding: { x: across, y: up, text: COUNT },
  };
  return plot(title, `${title}: ${y.toLowerCase()} by ${x.toLowerCase()}.`, {
    width: { step },
    height: 180,
    data: { values: [...bars] },
    layer: [
      {
        transform: [{ calculate: "datum.label + ': ' + format(datum.count, ',')", as: "note" }],
        mark: { type: "bar", aria: true, color: COLOURS.main },
        encoding: { x: across, y: up, ...NOTE },
      },
      ...(step < NUMBERED ? [] : [numbers]),
    ],
  });
}
