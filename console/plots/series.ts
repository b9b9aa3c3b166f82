/** Number of groups that have a distinct color and shape. */
const MAX_SERIES = 7;

/** Group colors, from the page style. */
export const SERIES_COLORS = Array.from({ length: MAX_SERIES }, (_, index) => `var(--category-${index + 1})`);
/** Group shapes, so that groups can be distinguished without color. */
export const SERIES_SHAPES = ["circle", "square", "triangle", "diamond", "star", "cross", "wye"] as const;

/** Name for all groups other than the most frequent ones. */
export const OTHER_GROUPS = "others";

/** Returns the most frequent groups, sorted by name; the rest are named `OTHER_GROUPS`. */
export function seriesOf(groups: Iterable<string | null>): string[] {
  const counts = new Map<string, number>();
  for (const group of groups) if (group !== null) counts.set(group, (counts.get(group) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([group]) => group);
  const isMore = byCount.length > MAX_SERIES;
  const kept = byCount.slice(0, isMore ? MAX_SERIES - 1 : MAX_SERIES);
  kept.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return isMore ? [...kept, OTHER_GROUPS] : kept;
}
