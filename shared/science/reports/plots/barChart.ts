import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface Bar {
  label: string;
  count: number;
}

export interface BarLabels {
  title: string;
  x: string;
  /** What is counted. */
  y: string;
}

/** Counts of labelled groups in the order given. */
export function barChart(bars: readonly Bar[], { title, x, y }: BarLabels): Plot {
  const step = Math.max(12, Math.min(44, PLOT_WIDTH / Math.max(1, bars.length)));
  const crowded = bars.some(({ label }) => label.length * 7 > step);
  return plot(title, `${title}: ${y.toLowerCase()} by ${x.toLowerCase()}.`, {
    width: { step },
    height: 180,
    data: { values: [...bars] },
    transform: [{ calculate: "datum.label + ': ' + datum.count", as: "note" }],
    mark: { type: "bar", aria: true, color: COLOURS.main },
    encoding: {
      x: {
        field: "label",
        type: "nominal",
        sort: null,
        title: axisTitle(x, PLOT_WIDTH),
        axis: { labelAngle: crowded ? -45 : 0, labelOverlap: false },
      },
      y: { field: "count", type: "quantitative", title: y, axis: { tickCount: 5, tickMinStep: 1 } },
      ...NOTE,
    },
  });
}
