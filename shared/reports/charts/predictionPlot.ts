import type { ChartLabels, PredictedDesign, PredictionChart } from "./chart.ts";

/** Charts predicted means with one standard deviation on either side, by rank. */
export function predictionPlot(
  data: readonly PredictedDesign[],
  { title, y, line }: Omit<ChartLabels, "x"> & { line?: number | null },
): PredictionChart {
  return {
    id: "predictions",
    kind: "predictions",
    title,
    description: `${title}: predicted mean of each design with one standard deviation to either side.`,
    labels: { x: "Rank of the design", y },
    data,
    line: line ?? null,
  };
}
