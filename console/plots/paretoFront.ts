import type { ChartPoint } from "./chart.ts";

/** Returns the points that no other point beats in both values, where higher is better, from the highest `x` on. */
export function paretoFront<Point extends Pick<ChartPoint, "x" | "y">>(points: readonly Point[]): Point[] {
  const front: Point[] = [];
  let highest = Number.NEGATIVE_INFINITY;
  for (const point of points.toSorted((a, b) => b.x - a.x || b.y - a.y)) {
    if (point.y <= highest) continue;
    highest = point.y;
    front.push(point);
  }
  return front;
}
