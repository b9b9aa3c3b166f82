import { chainsOf } from "@pdp/basics/proteins";
import type { PositionRange } from "./positions.ts";

/** Maximum length of a requirement's motif, in characters. */
const MAX_MOTIF = 100;

/** Returns requirements that keep ranges of a template, which count through both chains of an antibody, by requiring the template residues there. */
export function keptPositions(template: string, ranges: readonly PositionRange[]) {
  return chainsOf(template).flatMap(({ name, start, end }) => {
    const inChain = ranges.map(([from, to]) => [Math.max(from, start), Math.min(to, end)] as const);
    const parts = inChain.flatMap(([from, to]) => splitRange(from, to));
    return parts.map(([from, to]) => ({
      apply_to: { ranges: { [name]: [[from - start, to - start] satisfies PositionRange] } },
      motifs: [template.slice(from, to)],
      operator: "all" as const,
    }));
  });
}

function splitRange(from: number, to: number): PositionRange[] {
  const parts: PositionRange[] = [];
  for (let at = from; at < to; at += MAX_MOTIF) parts.push([at, Math.min(at + MAX_MOTIF, to)]);
  return parts;
}
