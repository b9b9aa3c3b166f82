import type { Random } from "#shared/basics/statistics/random.ts";
import { sampleIndices } from "#shared/basics/statistics/sampleIndices.ts";
import { formatInteger } from "#shared/basics/wording/formatNumber.ts";
import type { Plot } from "../report.ts";
import { axisTitle, type PlotKind, type PlotLabels, plot } from "./plot.ts";

export interface ScatterLabels extends PlotLabels {
  kind: Extract<PlotKind, "parity" | "replicates">;
  description: string;
}

const SIZE = 380;

/**
 * Plots two measures of the same quantity against each other on axes with the same range, and draws the identity line. Shows
 * at most `most` points, chosen at random.
 */
export function scatterPlot(
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  labels: ScatterLabels,
  random: Random,
  most: number,
): Plot {
  const complete = Array.from(x, (_, index) => index).filter(
    (index) => Number.isFinite(x[index]) && Number.isFinite(y[index]),
  );
  const drawn = [...sampleIndices(complete.length, most, random)].map((place) => complete[place]!);
  const points = drawn.map((index) => ({ x: roundDigits(x[index]!), y: roundDigits(y[index]!) }));
  const domain = axisDomain(points);
  const sampled =
    drawn.length < complete.length
      ? ` (${formatInteger(drawn.length)} of ${formatInteger(complete.length)} shown)`
      : "";
  const scale = { domain, zero: false, nice: true };
  const axis = { tickCount: 6 };
  return plot(labels.kind, `${labels.title}${sampled}`, labels.description, {
    width: SIZE,
    height: SIZE,
    layer: [
      {
        data: { values: [{ x: domain[0], y: domain[0], x2: domain[1], y2: domain[1] }] },
        mark: { type: "rule", strokeDash: [4, 4], opacity: 0.6 },
        encoding: { x: at("x"), y: at("y"), x2: { field: "x2" }, y2: { field: "y2" } },
      },
      {
        data: { values: points },
        mark: {
          type: "point",
          filled: true,
          size: points.length > 500 ? 14 : 28,
          opacity: points.length > 500 ? 0.6 : 0.8,
        },
        encoding: {
          x: { ...at("x"), scale, axis, title: axisTitle(labels.x, SIZE) },
          y: { ...at("y"), scale, axis, title: axisTitle(labels.y, SIZE) },
        },
      },
    ],
  });
}

function at(field: string): { field: string; type: string } {
  return { field, type: "quantitative" };
}

/** Rounds to six digits, more than a plot can show. */
function roundDigits(value: number): number {
  return Number(value.toPrecision(6));
}

function axisDomain(points: readonly { x: number; y: number }[]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of points) {
    low = Math.min(low, x, y);
    high = Math.max(high, x, y);
  }
  if (!(low <= high)) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}
