import { createRandom, type Random } from "#shared/science/statistics/random.ts";
import type { Plot } from "../report.ts";
import { withUnit } from "./plot.ts";
import { scatterPlot } from "./scatterPlot.ts";

export interface ParityPoint {
  observed: number;
  predicted: number;
}

export interface ParityLabels {
  title?: string;
  /** Label of both axes, such as "log₁₀ activity". */
  name: string;
  unit?: string | null;
}

/** Draws out-of-sample predictions against measured values. At most 2,000 points are drawn. */
export function parityPlot(
  points: readonly ParityPoint[],
  { title = "Predicted against observed", name, unit }: ParityLabels,
  random: Random = createRandom("parity"),
  most = 2_000,
): Plot {
  const labels = {
    title,
    x: `Observed ${withUnit(name, unit)}`,
    y: `Predicted ${withUnit(name, unit)}`,
    description: `Predicted against observed ${name}; points on the dashed line are predicted exactly.`,
  };
  const observed = points.map((point) => point.observed);
  const predicted = points.map((point) => point.predicted);
  return scatterPlot(observed, predicted, labels, random, { most });
}
