import { type Numbering, numberingFrom } from "#shared/basics/proteins/numbering.ts";

/** Notation for a position or range; numbers before the start of a mature protein are negative. */
const POSITIONS = /^([A-Za-z]?)(-?\d{1,6})(?:[-–]([A-Za-z]?)(-?\d{1,6}))?$/;

/** Position range [start, end): zero-based, end exclusive. */
export type PositionRange = [from: number, to: number];

/**
 * Parses positions such as `1, S57, 102-105`, given a numbering or a first number. Throws an error with an explanation if
 * there are no positions, or if a position or residue does not match the sequence. Adjacent ranges are merged.
 */
export function readPositions(
  text: string,
  sequence: string,
  stated: Numbering | number = 1,
): PositionRange[] {
  const { length } = sequence;
  const numbering = numberingFrom(stated);
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const ranges = parts.map((part): PositionRange => {
    const [, first, from, last, to] = POSITIONS.exec(part) ?? [];
    if (from === undefined) throw new Error(`"${part}" is not a position: write 57, or 102-105.`);
    if (Number(from) > Number(to ?? from)) throw new Error(`"${part}" ends before it starts.`);
    const range: PositionRange = [numbering.indexOf(Number(from)), numbering.indexOf(Number(to ?? from)) + 1];
    if (range[0] < 0 || range[1] < 1 || range[1] > length) {
      throw new Error(`"${part}" is outside the reference, which has positions ${numbering.range(length)}.`);
    }
    checkResidue(sequence, range[0], numbering, first);
    checkResidue(sequence, range[1] - 1, numbering, last);
    return range;
  });
  return joinRanges(ranges);
}

/** Rejects a residue that differs from the sequence, because it shows that the numbers belong to another numbering. */
function checkResidue(sequence: string, index: number, numbering: Numbering, residue = ""): void {
  const found = sequence[index] ?? "";
  if (residue === "" || residue.toUpperCase() === found) return;
  const number = numbering.positionAt(index);
  const counted = numbering.countedFrom();
  const positions =
    counted === null
      ? `positions are ${numbering.range(sequence.length)}`
      : `its first residue has position ${counted}`;
  throw new Error(
    `"${residue}${number}" is not in the reference, which has ${found}${number}: ${positions}.`,
  );
}

/** Sorts ranges and merges adjacent ones. */
export function joinRanges(ranges: readonly PositionRange[]): PositionRange[] {
  const joined: PositionRange[] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else joined.push([from, to]);
  }
  return joined;
}

/** Formats positions with their residues in the sequence: `M1, S102-G105`. */
export function writePositions(
  ranges: readonly PositionRange[],
  sequence: string,
  stated: Numbering | number = 1,
): string {
  const numbering = numberingFrom(stated);
  const place = (index: number): string => `${sequence[index] ?? ""}${numbering.positionAt(index)}`;
  return ranges
    .map(([from, to]) => (to - from === 1 ? place(from) : `${place(from)}-${place(to - 1)}`))
    .join(", ");
}
