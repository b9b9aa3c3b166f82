import { type Random, sampleIndices } from "@pdp/basics/statistics";
import { formatInteger } from "@pdp/basics/wording";
import type { ChartLabels, ScatterChart } from "./chart.ts";

export interface ScatterLabels extends ChartLabels {
  kind: ScatterChart["kind"];
  description: string;
}

/** Charts two measures of the same quantity against each other. Contains at most `maxPoints` points, chosen at random. */
export function scatterPlot(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  { kind, title, description, ...labels }: ScatterLabels,
  random: Random,
  maxPoints: number,
): ScatterChart {
  const complete = Array.from(x, (_, index) => index).filter(
    (index) => Number.isFinite(x[index]) && Number.isFinite(y[index]),
  );
  const drawn = [...sampleIndices(complete.length, maxPoints, random)].map((index) => complete[index]!);
  const sampled =
    drawn.length < complete.length
      ? ` (${formatInteger(drawn.length)} of ${formatInteger(complete.length)} shown)`
      : "";
  return {
    id: kind,
    kind,
    title: `${title}${sampled}`,
    description,
    labels: { x: labels.x, y: labels.y },
    data: drawn.map((index) => ({ x: roundDigits(x[index]!), y: roundDigits(y[index]!) })),
  };
}

/** Rounds to six digits, more than a plot can show. */
function roundDigits(value: number): number {
  return Number(value.toPrecision(6));
}
