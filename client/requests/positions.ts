import { chainsOf, type Numbering, numberingFrom } from "@pdp/basics/proteins";

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
  const numbering = numberingFrom(stated);
  const parts = text.split(/[\s,;]+/).filter((part) => part !== "");
  const ranges = parts.map((named): PositionRange => {
    const { part, start, end } = chainOfPart(named, sequence);
    const length = end - start;
    const [, first, from, last, to] = POSITIONS.exec(part) ?? [];
    if (from === undefined) throw new Error(`"${part}" is not a position: write 57, or 102-105.`);
    if (Number(from) > Number(to ?? from)) throw new Error(`"${part}" ends before it starts.`);
    const range: PositionRange = [numbering.indexOf(Number(from)), numbering.indexOf(Number(to ?? from)) + 1];
    if (range[0] < 0 || range[1] < 1 || range[1] > length) {
      throw new Error(`"${part}" is outside the reference, which has positions ${numbering.range(length)}.`);
    }
    checkResidue(sequence.slice(start, end), range[0], numbering, first);
    checkResidue(sequence.slice(start, end), range[1] - 1, numbering, last);
    return [range[0] + start, range[1] + start];
  });
  return joinRanges(ranges);
}

/** Returns the chain that positions name, and the rest of their text; with two chains, `H:31-35` names one. */
function chainOfPart(text: string, sequence: string): { part: string; start: number; end: number } {
  const chains = chainsOf(sequence);
  const [only] = chains;
  if (chains.length === 1 && only) return { part: text, ...only };
  const namedChain = chains.find(({ prefix }) => text.toUpperCase().startsWith(prefix));
  if (!namedChain) throw new Error(`"${text}" does not name its chain: write H:57, or L:102-105.`);
  return { part: text.slice(namedChain.prefix.length), start: namedChain.start, end: namedChain.end };
}

/** Rejects a residue that differs from the sequence, because it shows that the numbers belong to another numbering. */
function checkResidue(sequence: string, index: number, numbering: Numbering, residue = ""): void {
  const actual = sequence[index] ?? "";
  if (residue === "" || residue.toUpperCase() === actual) return;
  const number = numbering.positionAt(index);
  const counted = numbering.countedFrom();
  const positions =
    counted === null
      ? `positions are ${numbering.range(sequence.length)}`
      : `its first residue has position ${counted}`;
  throw new Error(
    `"${residue}${number}" is not in the reference, which has ${actual}${number}: ${positions}.`,
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

/** Formats positions with their residues in the sequence: `M1, S102-G105`, or `H:M1, L:S102-G105` if there are two chains. */
export function writePositions(
  ranges: readonly PositionRange[],
  sequence: string,
  stated: Numbering | number = 1,
): string {
  const numbering = numberingFrom(stated);
  return chainsOf(sequence)
    .flatMap(({ prefix, start, end }) => {
      const written = (index: number): string =>
        `${sequence[index] ?? ""}${numbering.positionAt(index - start)}`;
      const inChain = ranges.map(([from, to]) => [Math.max(from, start), Math.min(to, end)] as const);
      return inChain
        .filter(([from, to]) => from < to)
        .map(
          ([from, to]) => prefix + (to - from === 1 ? written(from) : `${written(from)}-${written(to - 1)}`),
        );
    })
    .join(", ");
}
