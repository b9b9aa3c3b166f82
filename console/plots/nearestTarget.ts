/** Pixel coordinates of a mark on a chart. */
export interface Target {
  x: number;
  y: number;
}

/** Returns the index of the target nearest to a pixel, at most `reach` pixels away; null if there is none. */
export function nearestTarget(targets: readonly (Target | null)[], at: Target, reach: number): number | null {
  let [best, bestDistance] = [null as number | null, reach * reach];
  for (const [index, target] of targets.entries()) {
    if (target === null) continue;
    const distance = (target.x - at.x) ** 2 + (target.y - at.y) ** 2;
    if (distance > bestDistance) continue;
    [best, bestDistance] = [index, distance];
  }
  return best;
}

/** Returns target indices from left to right, then from top to bottom: the order used by the arrow keys. */
export function targetOrder(targets: readonly (Target | null)[]): number[] {
  return targets
    .flatMap((target, index) => (target === null ? [] : [{ ...target, index }]))
    .sort((a, b) => a.x - b.x || a.y - b.y)
    .map(({ index }) => index);
}
