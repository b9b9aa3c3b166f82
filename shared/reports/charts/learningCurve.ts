import type { LearningPoint } from "@pdp/science/models";
import type { LearningChart } from "./chart.ts";

/** Returns the points that can be plotted, by number of sequences. A rank correlation can be undefined. */
export function plottedPoints(points: readonly LearningPoint[]): LearningPoint[] {
  return points
    .filter(({ rows, value }) => Number.isFinite(value) && rows > 0)
    .sort((a, b) => a.rows - b.rows);
}

/** Charts the rank correlation against the number of measured sequences. */
export function learningCurve(points: readonly LearningPoint[]): LearningChart {
  return {
    id: "learning",
    kind: "learning",
    title: "Learning curve",
    description:
      "Rank correlation between prediction and measurement versus the number of training sequences.",
    labels: { x: "Sequences in training", y: "Spearman correlation" },
    data: plottedPoints(points),
  };
}
