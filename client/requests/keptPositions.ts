import type { PositionRange } from "./positions.ts";

/** Maximum length of a requirement's motif, in characters. */
const MAX_MOTIF = 100;

/** Returns requirements that keep ranges of a template by requiring the template residues there. */
export function keptPositions(template: string, ranges: readonly PositionRange[]) {
  const parts = ranges.flatMap(([from, to]) => splitRange(from, to));
  return parts.map((range) => ({
    apply_to: { ranges: { monomer: [range] } },
    motifs: [template.slice(...range)],
    operator: "all" as const,
  }));
}

function splitRange(from: number, to: number): PositionRange[] {
  const parts: PositionRange[] = [];
  for (let at = from; at < to; at += MAX_MOTIF) parts.push([at, Math.min(at + MAX_MOTIF, to)]);
  return parts;
}
