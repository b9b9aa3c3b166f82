import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { NOTE, plot } from "./plot.ts";

export interface LearningPoint {
  /** Rows of training. */
  rows: number;
  /** Rank correlation on rows that were not among them. */
  value: number;
  low?: number | null;
  high?: number | null;
}

/** How the rank correlation grows with the number of measurements. */
export function learningCurve(points: readonly LearningPoint[], title = "Learning curve"): Plot {
  const shown = points
    .filter(({ rows, value }) => Number.isFinite(value) && rows > 0)
    .sort((a, b) => a.rows - b.rows);
  const x = {
    field: "rows",
    type: "quantitative",
    title: "Rows of training",
    scale: { zero: false, nice: false, padding: 20 },
    axis: { tickCount: 8, tickMinStep: 1 },
  };
  const y = { type: "quantitative", title: "Spearman correlation", axis: { tickCount: 6 } };
  return plot(
    title,
    "Rank correlation between prediction and measurement by the number of rows of training.",
    {
      width: 460,
      height: 240,
      data: { values: shown },
      layer: [
        {
          mark: { type: "rule", color: COLOURS.main },
          encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } },
        },
        { mark: { type: "line", color: COLOURS.main }, encoding: { x, y: { ...y, field: "value" } } },
        {
          transform: [
            { calculate: "datum.rows + ' rows: Spearman ' + format(datum.value, '.2f')", as: "note" },
          ],
          mark: { type: "point", filled: true, size: 60, opacity: 1, aria: true, color: COLOURS.main },
          encoding: { x, y: { ...y, field: "value" }, ...NOTE },
        },
      ],
    },
  );
}
