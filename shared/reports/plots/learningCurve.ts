import type { LearningPoint } from "#shared/science/scorer/learnability.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { NOTE, plot, tooltipTransform } from "./plot.ts";

/** Returns the points that can be plotted, by number of sequences. A rank correlation can be undefined. */
export function plottedPoints(points: readonly LearningPoint[]): LearningPoint[] {
  return points
    .filter(({ rows, value }) => Number.isFinite(value) && rows > 0)
    .sort((a, b) => a.rows - b.rows);
}

/** Plots the rank correlation against the number of measured sequences. */
export function learningCurve(points: readonly LearningPoint[]): Plot {
  const shown = plottedPoints(points);
  const lowest = shown.reduce((least, { value, low }) => Math.min(least, low ?? value), 0);
  const x = {
    field: "rows",
    type: "quantitative",
    title: "Sequences in training",
    scale: { zero: false, nice: false, padding: 20 },
    axis: { tickCount: 8, tickMinStep: 1 },
  };
  const y = {
    type: "quantitative",
    title: "Spearman correlation",
    scale: { domain: [lowest, 1] },
    axis: { tickCount: 6 },
  };
  return plot(
    "learning",
    "Learning curve",
    "Rank correlation between prediction and measurement versus the number of training sequences.",
    {
      width: 400,
      height: 240,
      data: { values: shown },
      layer: [
        {
          mark: { type: "rule", color: COLOURS.main },
          encoding: { x, y: { ...y, field: "low" }, y2: { field: "high" } },
        },
        { mark: { type: "line", color: COLOURS.main }, encoding: { x, y: { ...y, field: "value" } } },
        {
          ...tooltipTransform("datum.rows + ' sequences: Spearman ' + format(datum.value, '.2f')"),
          mark: { type: "point", filled: true, size: 60, opacity: 1, aria: true, color: COLOURS.main },
          encoding: { x, y: { ...y, field: "value" }, ...NOTE },
        },
      ],
    },
  );
}
