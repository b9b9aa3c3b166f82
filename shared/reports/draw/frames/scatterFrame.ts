import { dot } from "@observablehq/plot";
import type { ScatterChart } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Frame } from "../frame.ts";
import { valueAxis } from "../layout.ts";
import { diagonal } from "../lines.ts";

const SIZE = 380;
/** Number of points above which they are small. */
const MANY = 500;

/** Draws points on axes with the same range, and a dashed line where both values are equal. */
export function scatterFrame({ data, labels }: ScatterChart): Frame {
  const domain = rangeOf(data);
  const [r, fillOpacity] = data.length > MANY ? [2.1, 0.6] : [3, 0.8];
  return {
    width: SIZE,
    height: SIZE,
    x: valueAxis(labels.x, { domain }),
    y: valueAxis(labels.y, { domain }),
    marks: [diagonal(domain), dot(data, { x: "x", y: "y", fill: COLORS.main, r, fillOpacity })],
  };
}

function rangeOf(points: ScatterChart["data"]): [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x, y } of points) {
    low = Math.min(low, x, y);
    high = Math.max(high, x, y);
  }
  if (!(low <= high)) return [0, 1];
  return low === high ? [low - 1, high + 1] : [low, high];
}
