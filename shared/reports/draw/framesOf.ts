import type { Chart } from "../charts/chart.ts";
import type { Drawing } from "./drawing.ts";
import { barFrame } from "./frames/barFrame.ts";
import { boxFrame } from "./frames/boxFrame.ts";
import { calibrationFrame } from "./frames/calibrationFrame.ts";
import { correlationFrame } from "./frames/correlationFrame.ts";
import { distributionFrames } from "./frames/distributionFrames.ts";
import { heatmapFrames } from "./frames/heatmapFrames.ts";
import { learningFrame } from "./frames/learningFrame.ts";
import { positionFrames } from "./frames/positionFrames.ts";
import { predictionFrame } from "./frames/predictionFrame.ts";
import { scatterFrame } from "./frames/scatterFrame.ts";
import { tradeOffFrame } from "./frames/tradeOffFrame.ts";

/** Returns how a chart is drawn. `name` is a prefix of ids. */
export function framesOf(chart: Chart, name: string): Drawing {
  switch (chart.kind) {
    case "bars":
      return { frames: [barFrame(chart)] };
    case "boxes":
      return { frames: [boxFrame(chart)] };
    case "calibration":
      return { frames: [calibrationFrame(chart)] };
    case "correlations":
      return correlationFrame(chart, name);
    case "distribution":
      return distributionFrames(chart);
    case "heatmap":
      return heatmapFrames(chart, name);
    case "learning":
      return { frames: [learningFrame(chart)] };
    case "parity":
    case "replicates":
      return { frames: [scatterFrame(chart)] };
    case "positions":
      return { frames: positionFrames(chart) };
    case "predictions":
      return { frames: [predictionFrame(chart)] };
    case "trade-off":
      return tradeOffFrame(chart);
  }
}
