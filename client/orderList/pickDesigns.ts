import type { Design } from "./design.ts";

/** Selection criterion: the best ranks, the highest probability of meeting all constraints, or diversity. */
export type PickBy = "rank" | "probability" | "diversity";

/** Selects designs in order of rank. Ties are broken by rank. */
export function pickDesigns(designs: readonly Design[], count: number, by: PickBy = "rank"): Design[] {
  const byRank = designs.toSorted((a, b) => a.rank - b.rank);
  if (by === "diversity") return pickDiverse(byRank, count).sort((a, b) => a.rank - b.rank);
  const best =
    by === "rank"
      ? byRank
      : byRank.toSorted((a, b) => (b.constraintProbability ?? 0) - (a.constraintProbability ?? 0));
  return best.slice(0, count).sort((a, b) => a.rank - b.rank);
}

/** Starts with the best design, then repeatedly adds the design that is farthest from its nearest chosen design. */
function pickDiverse(byRank: readonly Design[], count: number): Design[] {
  const picked: Design[] = [];
  const nearest = byRank.map(() => Number.POSITIVE_INFINITY);
  while (picked.length < Math.min(count, byRank.length)) {
    let farthest = 0;
    for (const [index, distance] of nearest.entries()) {
      if (distance > (nearest[farthest] ?? -1)) farthest = index;
    }
    const next = byRank[farthest];
    if (!next) break;
    picked.push(next);
    for (const [index, { sequence }] of byRank.entries()) {
      nearest[index] = Math.min(nearest[index] ?? 0, distanceBetween(sequence, next.sequence));
    }
    nearest[farthest] = -1;
  }
  return picked;
}

/** Counts the positions that differ between two sequences, including missing positions. */
function distanceBetween(a: string, b: string): number {
  let distance = Math.abs(a.length - b.length);
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) distance += 1;
  return distance;
}
