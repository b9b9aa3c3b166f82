import { median, medianAbsoluteDeviation, NORMAL_CONSISTENCY, quantileSorted } from "@pdp/basics/statistics";
import type { ScaledAssay } from "./assayScale.ts";
import type { VariantMeans } from "./variantMeans.ts";
import type { Variants } from "./variants.ts";

export interface Outlier {
  /** Index of the row in the data set, counted from 0. */
  row: number;
  /** Values that the outlier is far from. */
  from: "replicates" | "all values";
  /** Signed distance in robust standard deviations. */
  distance: number;
}

export interface Outliers {
  /** Outliers, most distant first, limited to the requested number. */
  worst: Outlier[];
  fromReplicates: number;
  fromAll: number;
  /** Number of values that are just as far below all others, but too numerous to be mistakes; 0 if there are none. */
  groupBelow: number;
  groupAbove: number;
}

/** Minimum distance of an outlier from the median of all values, in robust standard deviations. */
const FAR_FROM_ALL = 5;
const FAR_FROM_REPLICATES = 5;
/** Minimum share of distant values on one side for them to count as a group, such as nonfunctional variants. */
const GROUP_SHARE = 0.03;
const MIN_GROUP_SIZE = 5;

/**
 * Finds rows with a value more than five robust standard deviations (median absolute deviation) from the median of all values
 * or, if a sequence has three or more values, from the median of that sequence, in units of the usual deviation of replicates.
 */
export function findOutliers(
  variants: Variants,
  { values, sorted }: Pick<ScaledAssay, "values" | "sorted">,
  { counts }: VariantMeans,
  maxOutliers: number,
): Outliers {
  const fromReplicates = findFarFromReplicates(variants, values, counts);
  const { single, below, above } = withoutGroups(findFarFromAll(values, sorted), sorted.length);
  const byRow = new Map<number, Outlier>();
  for (const outlier of [...fromReplicates, ...single])
    if (!byRow.has(outlier.row)) byRow.set(outlier.row, outlier);
  const all = [...byRow.values()].sort(
    (a, b) => Math.abs(b.distance) - Math.abs(a.distance) || a.row - b.row,
  );
  return {
    worst: all.slice(0, maxOutliers),
    fromReplicates: all.filter(({ from }) => from === "replicates").length,
    fromAll: all.filter(({ from }) => from === "all values").length,
    groupBelow: below,
    groupAbove: above,
  };
}

function findFarFromAll(values: Float64Array, sorted: Float64Array): Outlier[] {
  const center = quantileSorted(sorted, 0.5);
  const spread = medianAbsoluteDeviation(sorted);
  if (!(spread > 0)) return [];
  const reach = FAR_FROM_ALL * spread;
  if (sorted[0]! >= center - reach && sorted.at(-1)! <= center + reach) return [];
  const far: Outlier[] = [];
  for (let row = 0; row < values.length; row += 1) {
    const distance = (values[row]! - center) / spread;
    if (Math.abs(distance) > FAR_FROM_ALL) far.push({ row, from: "all values", distance });
  }
  return far;
}

function withoutGroups(
  far: readonly Outlier[],
  measured: number,
): { single: Outlier[]; below: number; above: number } {
  const fewest = Math.max(MIN_GROUP_SIZE, GROUP_SHARE * measured);
  const sides = [
    far.filter(({ distance }) => distance < 0),
    far.filter(({ distance }) => distance > 0),
  ] as const;
  const [below, above] = sides.map(({ length }) => (length >= fewest ? length : 0)) as [number, number];
  return { single: sides.filter(({ length }) => length < fewest).flat(), below, above };
}

function findFarFromReplicates({ ofRow }: Variants, values: Float64Array, counts: Uint32Array): Outlier[] {
  const lists = new Map<number, number[]>();
  for (let row = 0; row < values.length; row += 1) {
    if (Number.isNaN(values[row]) || counts[ofRow[row]!]! < 3) continue;
    const list = lists.get(ofRow[row]!);
    if (list) list.push(row);
    else lists.set(ofRow[row]!, [row]);
  }
  const deviations: { row: number; deviation: number }[] = [];
  for (const rows of lists.values()) {
    const center = median(rows.map((row) => values[row]!));
    for (const row of rows) deviations.push({ row, deviation: values[row]! - center });
  }
  // Deviations from the median of few values are often exactly 0, so the spread of replicates is estimated from the nonzero
  // deviations.
  const apart = deviations.filter(({ deviation }) => deviation !== 0);
  const spread = NORMAL_CONSISTENCY * median(apart.map(({ deviation }) => Math.abs(deviation)));
  if (!(spread > 0) || apart.length < 10) return [];
  return apart
    .map(({ row, deviation }): Outlier => ({ row, from: "replicates", distance: deviation / spread }))
    .filter(({ distance }) => Math.abs(distance) > FAR_FROM_REPLICATES);
}
