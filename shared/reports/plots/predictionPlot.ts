import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { axisTitle, NOTE, PLOT_WIDTH, plot, referenceLine, tooltipTransform } from "./plot.ts";

export interface PredictedDesign {
  /** Rank from 1. */
  rank: number;
  mean: number;
  /** Standard deviation of the prediction. */
  sd: number;
  label: string;
}

export interface PredictionLabels {
  title: string;
  /** Label of the predicted value, with its unit. */
  y: string;
  /** Value to compare with, such as the prediction for the template; drawn as a line. */
  line?: number | null;
}

/** Draws predicted means with one standard deviation on either side, by rank. */
export function predictionPlot(designs: readonly PredictedDesign[], labels: PredictionLabels): Plot {
  const x = {
    field: "rank",
    type: "quantitative",
    title: "Rank of the design",
    scale: { domain: [0, designs.reduce((last, { rank }) => Math.max(last, rank), 0) + 1], nice: false },
    axis: { tickMinStep: 1, tickCount: 10, grid: false, format: "d" },
  };
  const y = (field: string) => ({
    field,
    type: "quantitative",
    title: axisTitle(labels.y, 220),
    scale: { zero: false },
    axis: { tickCount: 6 },
  });
  const description = `${labels.title}: predicted mean of each design with one standard deviation to either side.`;
  return plot("predictions", labels.title, description, {
    width: PLOT_WIDTH,
    height: 220,
    data: {
      values: designs.map(({ label, ...one }) => ({
        ...one,
        low: one.mean - one.sd,
        high: one.mean + one.sd,
        label,
      })),
    },
    layer: [
      {
        mark: { type: "rule", color: COLOURS.main, opacity: 0.6 },
        encoding: { x, y: y("low"), y2: { field: "high" } },
      },
      {
        ...tooltipTransform(
          "datum.rank + ': ' + datum.label + ', ' + format(datum.mean, '.3~g') + ' ± ' + format(datum.sd, '.2~g')",
        ),
        mark: { type: "point", filled: true, size: 30, opacity: 1, aria: true },
        encoding: { x, y: y("mean"), ...NOTE },
      },
      ...referenceLine(labels.line, y),
    ],
  });
}
