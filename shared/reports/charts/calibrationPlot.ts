import type { CalibrationPoint } from "@pdp/science/models";
import type { CalibrationChart } from "./chart.ts";

/** Charts observed against expected coverage, which shows whether the model's standard deviations are correct. */
export function calibrationPlot(data: readonly CalibrationPoint[]): CalibrationChart {
  return {
    id: "calibration",
    kind: "calibration",
    title: "Calibration",
    description: "Observed versus expected shares of values inside prediction intervals.",
    labels: {
      x: "Expected share of values in the interval",
      y: "Observed share of values in the interval",
    },
    data,
  };
}
