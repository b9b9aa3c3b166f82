/** Colors that can be distinguished on light and dark backgrounds, including by color-blind readers. */
export const COLORS = {
  main: "#3386c4",
  accent: "#d9731a",
  second: "#d0589f",
  muted: "#8b929c",
} as const;

/**
 * Colors from low through zero to high, with blue for high values as in the console; color-blind readers can distinguish blue
 * and orange. Zero is gray rather than white, to differ from empty cells.
 */
export const DIVERGING = ["#b4540a", "#eba763", "#e4e2dc", "#78a8d1", "#1d5c9b"];

/** Returns the scale of colors from −limit to limit. */
export function divergingScale(limit: number) {
  return {
    type: "linear" as const,
    domain: [-limit, -limit / 2, 0, limit / 2, limit],
    range: DIVERGING,
    interpolate: "rgb" as const,
    clamp: true,
  };
}
