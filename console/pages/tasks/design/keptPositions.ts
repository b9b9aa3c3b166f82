import { CHAIN_BREAK, type Numbering, residueCount } from "@pdp/basics/proteins";
import { type PositionRange, readPositions, writePositions } from "#client/requests/positions.ts";
import type { Models } from "../models.ts";

/** States which positions are kept by default and how positions are numbered. */
export function keptSentence({
  hardlyVaried,
  numbering,
  reference,
}: Pick<Models, "hardlyVaried" | "numbering" | "reference">): string {
  const counted = numbering.countedFrom();
  const numbers =
    counted === null
      ? `; positions are ${numbering.range(reference.length)}`
      : counted === 1
        ? ""
        : ", from which positions are counted";
  const first = `The first residue (${numbering.positionAt(0)}${numbers})`;
  return hardlyVaried.length === 0
    ? `${first} is kept unless you remove it.`
    : `${first} and positions that hardly any measured variant changes, where predictions are unreliable, are kept unless you remove them.`;
}

/** Maximum number of position ranges listed. */
const MAX_RANGES = 8;

/** States which positions designs may change, given the text of valid positions to keep. */
export function changedSentence(kept: string, reference: string, numbering: Numbering): string {
  const free: [number, number][] = [];
  let from = 0;
  const all: PositionRange[] = [
    ...[...readPositions(kept, reference, numbering), ...breakOf(reference)].sort(([a], [b]) => a - b),
    [reference.length, reference.length],
  ];
  for (const [start, end] of all) {
    if (start > from) free.push([from, start]);
    from = end;
  }
  if (free.length === 0) return "There are no positions to change.";
  if (free.length <= MAX_RANGES) return `Designs change ${writePositions(free, reference, numbering)}.`;
  return `Designs change ${free.reduce((sum, [start, end]) => sum + end - start, 0)} of ${residueCount(reference)} positions.`;
}

/** Returns the index of the break between two chains as a range; empty for one chain. */
function breakOf(reference: string): PositionRange[] {
  const at = reference.indexOf(CHAIN_BREAK);
  return at < 0 ? [] : [[at, at + 1]];
}
