import { quantileSorted } from "@pdp/basics/statistics";
import type { Box } from "./chart.ts";

/** Returns the distribution of the values in each group, sorted by group name. */
export function boxesOf(values: readonly { group: string; value: number }[]): Box[] {
  const groups = Map.groupBy(values, ({ group }) => group);
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([group, groupValues]) => {
      const sorted = Float64Array.from(groupValues, ({ value }) => value).sort();
      const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
      const [lowerQuartile, median, upperQuartile] = [0.25, 0.5, 0.75].map((share) =>
        quantileSorted(sorted, share),
      ) as [number, number, number];
      return { group, count: sorted.length, low, lowerQuartile, median, upperQuartile, high };
    });
}
