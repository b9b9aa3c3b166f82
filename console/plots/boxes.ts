import type { Box } from "./chart.ts";

/** Returns the distribution of the values in each group, sorted by group name. */
export function boxesOf(values: readonly { group: string; value: number }[]): Box[] {
  const groups = new Map<string, number[]>();
  for (const { group, value } of values) {
    const groupValues = groups.get(group);
    if (groupValues) groupValues.push(value);
    else groups.set(group, [value]);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }))
    .map(([group, groupValues]) => {
      const sorted = groupValues.sort((a, b) => a - b);
      const [low = 0, high = 0] = [sorted[0], sorted.at(-1)];
      const [lowerQuartile, median, upperQuartile] = [0.25, 0.5, 0.75].map((share) =>
        quantile(sorted, share),
      ) as [number, number, number];
      return { group, count: sorted.length, low, lowerQuartile, median, upperQuartile, high };
    });
}

/** Returns a quantile of sorted values, interpolated between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const [below = 0, above = 0] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
  return below + (above - below) * (at - Math.floor(at));
}
