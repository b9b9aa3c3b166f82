import { quantileSorted, sortPresent } from "@pdp/basics/statistics";
import type { Box, BoxChart, ChartLabels } from "./chart.ts";

export interface BoxGroup {
  label: string;
  values: ArrayLike<number>;
}

export interface BoxLabels extends ChartLabels {
  /** Value marked by a horizontal line, such as the reference's value. */
  line?: number;
}

/** Explanation of the boxes for readers. */
export const BOXES =
  "boxes show the middle half with the median as a line, and thin lines the 5th to 95th percentiles";

/** Charts the median, quartiles and 5th to 95th percentile range of each group, in the order given. */
export function boxPlot(
  groups: readonly BoxGroup[],
  { title, x, y, line = Number.NaN }: BoxLabels,
): BoxChart {
  return {
    id: "boxes",
    kind: "boxes",
    title,
    description: `${title}: medians, quartiles and 5th to 95th percentiles.`,
    labels: { x, y },
    data: groups.flatMap(boxOf),
    line: Number.isFinite(line) ? line : null,
  };
}

function boxOf({ label, values }: BoxGroup): Box[] {
  const sorted = sortPresent(values);
  if (sorted.length === 0) return [];
  const at = (share: number): number => quantileSorted(sorted, share);
  const [low, lower, median, upper, high] = [at(0.05), at(0.25), at(0.5), at(0.75), at(0.95)];
  return [{ label, count: sorted.length, low, lower, median, upper, high }];
}
