import type { CalibrationPoint } from "#shared/science/scorer/learnability.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { NOTE, plot, tooltipTransform } from "./plot.ts";

/** Plots observed against expected coverage, which shows whether the model's standard deviations are correct. */
export function calibrationPlot(points: readonly CalibrationPoint[]): Plot {
  const scale = { domain: [0, 1] };
  const axis = { format: "%", tickCount: 6 };
  const x = {
    field: "expected",
    type: "quantitative",
    title: "Expected share of values in the interval",
    scale,
    axis,
  };
  const y = {
    field: "observed",
    type: "quantitative",
    title: "Observed share of values in the interval",
    scale,
    axis,
  };
  const description = "Observed versus expected shares of values inside prediction intervals.";
  return plot("calibration", "Calibration", description, {
    width: 320,
    height: 320,
    layer: [
      {
        data: { values: [{ expected: 0, observed: 0, e2: 1, o2: 1 }] },
        mark: { type: "rule", strokeDash: [4, 4], opacity: 0.6 },
        encoding: { x, y, x2: { field: "e2" }, y2: { field: "o2" } },
      },
      {
        data: { values: [...points] },
        ...tooltipTransform(
          "'of ' + format(datum.expected, '.0%') + ' expected: ' + format(datum.observed, '.0%')",
        ),
        mark: { type: "line", point: { filled: true, size: 50, aria: true }, color: COLOURS.main },
        encoding: { x, y, ...NOTE },
      },
    ],
  });
}
