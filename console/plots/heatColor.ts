/** Heatmap colors that are distinguishable with color blindness: worse, equal to the reference, better. */
const STOPS = [
  [178, 24, 43],
  [239, 138, 98],
  [247, 247, 247],
  [103, 169, 207],
  [33, 102, 172],
] as const;

/**
 * Returns the color of a value: -1 is worst, 0 equals the reference, 1 is best; values outside this range get the extreme
 * color.
 */
export function heatColor(value: number): string {
  const at = ((Math.max(-1, Math.min(1, value)) + 1) / 2) * (STOPS.length - 1);
  const index = Math.min(Math.floor(at), STOPS.length - 2);
  const [from, to] = [STOPS[index] ?? STOPS[0], STOPS[index + 1] ?? STOPS[0]];
  const mixed = from.map((channel, i) => Math.round(channel + ((to[i] ?? 0) - channel) * (at - index)));
  return `rgb(${mixed.join(" ")})`;
}
