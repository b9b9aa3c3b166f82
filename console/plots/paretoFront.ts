import type { ChartPoint, ScatterChart } from "./chart.ts";

/** Returns the points that no other point beats in both values, starting with the best `x`. */
export function paretoFront<Point extends Pick<ChartPoint, "x" | "y">>(
  points: readonly Point[],
  better: ScatterChart["better"] = { x: "higher", y: "higher" },
): Point[] {
  const [signX, signY] = [better.x, better.y].map((side) => (side === "higher" ? 1 : -1)) as [number, number];
  const front: Point[] = [];
  let best = Number.NEGATIVE_INFINITY;
  for (const point of points.toSorted((a, b) => signX * (b.x - a.x) || signY * (b.y - a.y))) {
    if (signY * point.y <= best) continue;
    best = signY * point.y;
    front.push(point);
  }
  return front;
}
