import type { DomainType } from "./domainProfile.ts";
import { insertionLetter, type ResidueNumber } from "./imgtNumbers.ts";

/** Segment of a domain, between two IMGT positions, in which residues are numbered consecutively. */
interface Segment {
  /** IMGT positions, inclusive. */
  imgt: readonly [first: number, last: number];
  /** Numbers, inclusive. */
  to: readonly [first: number, last: number];
  /** Number after which residues are inserted. */
  insertAfter: number;
  /** Where the numbers of a short segment are missing: up to `insertAfter`, or beyond it. */
  missing: "BEFORE" | "AFTER";
}

type LoopScheme = "KABAT" | "CHOTHIA";

/**
 * Loops of both schemes, with the residues of the frameworks that their numbers include, and 82 to 82C of the heavy chain's third
 * framework.
 */
const SEGMENTS: Record<"H" | "L", Record<LoopScheme, readonly Segment[]>> = {
  H: {
    KABAT: [
      { imgt: [27, 40], to: [26, 35], insertAfter: 35, missing: "BEFORE" },
      { imgt: [56, 65], to: [51, 57], insertAfter: 52, missing: "BEFORE" },
      { imgt: [91, 94], to: [82, 82], insertAfter: 82, missing: "AFTER" },
      { imgt: [105, 117], to: [93, 102], insertAfter: 100, missing: "BEFORE" },
    ],
    CHOTHIA: [
      { imgt: [27, 40], to: [26, 35], insertAfter: 31, missing: "BEFORE" },
      { imgt: [56, 65], to: [51, 57], insertAfter: 52, missing: "BEFORE" },
      { imgt: [91, 94], to: [82, 82], insertAfter: 82, missing: "AFTER" },
      { imgt: [105, 117], to: [93, 102], insertAfter: 100, missing: "BEFORE" },
    ],
  },
  L: {
    KABAT: [
      { imgt: [27, 40], to: [27, 34], insertAfter: 27, missing: "AFTER" },
      { imgt: [56, 65], to: [50, 52], insertAfter: 52, missing: "BEFORE" },
      { imgt: [105, 117], to: [89, 97], insertAfter: 95, missing: "BEFORE" },
    ],
    CHOTHIA: [
      { imgt: [27, 40], to: [27, 34], insertAfter: 30, missing: "AFTER" },
      { imgt: [56, 65], to: [50, 52], insertAfter: 52, missing: "BEFORE" },
      { imgt: [80, 85], to: [66, 69], insertAfter: 68, missing: "BEFORE" },
      { imgt: [105, 117], to: [89, 97], insertAfter: 95, missing: "BEFORE" },
    ],
  },
};

/** Runs of framework positions: first and last IMGT number, and the number of the first. */
const FRAMEWORKS: Record<"H" | "L", readonly (readonly [first: number, last: number, number: number])[]> = {
  H: [
    [1, 9, 1],
    [10, 10, 9],
    [11, 26, 10],
    [41, 55, 36],
    [66, 72, 58],
    [73, 73, 64],
    [74, 90, 65],
    [95, 104, 83],
    [118, 128, 103],
  ],
  L: [
    [1, 26, 1],
    [41, 55, 35],
    [66, 72, 53],
    [74, 80, 60],
    [83, 104, 67],
    [118, 128, 98],
  ],
};

/** Converts the IMGT numbers of a domain to those of Kabat or Chothia, which only differ in the loops and their neighbors. */
export function kabatNumbers(
  imgt: readonly ResidueNumber[],
  type: DomainType,
  scheme: LoopScheme,
): ResidueNumber[] {
  const chain = type === "H" ? "H" : "L";
  const positions = imgt.map((number) => Number.parseInt(number, 10));
  const numbers = new Array<ResidueNumber>(imgt.length).fill("");
  for (const segment of SEGMENTS[chain][scheme]) {
    const [first, last] = segment.imgt;
    const indices = [...positions.keys()].filter((at) => positions[at]! >= first && positions[at]! <= last);
    for (const [count, number] of segmentNumbers(segment, indices.length).entries())
      numbers[indices[count]!] = number;
  }
  let [before, inserted] = ["0", 0];
  for (const [at, position] of positions.entries()) {
    if (numbers[at] === "") {
      const number = frameworkNumber(position, chain);
      const isInsertion = number === null || imgt[at] !== `${position}` || number === before;
      inserted = isInsertion ? inserted + 1 : 0;
      numbers[at] = isInsertion ? `${Number.parseInt(before, 10)}${insertionLetter(inserted - 1)}` : number;
    }
    if (/^\d+$/.test(numbers[at]!)) before = numbers[at]!;
  }
  return numbers;
}

/** Returns the number of a framework position; null if the scheme has none. */
function frameworkNumber(position: number, chain: "H" | "L"): ResidueNumber | null {
  const run = FRAMEWORKS[chain].find(([first, last]) => position >= first && position <= last);
  return run ? `${run[2] + position - run[0]}` : null;
}

/** Numbers a segment: residues beyond its size are inserted after one number, and missing residues are omitted next to it. */
function segmentNumbers(
  { to: [first, last], insertAfter, missing }: Segment,
  length: number,
): ResidueNumber[] {
  const size = last - first + 1;
  const upTo = insertAfter - first + 1;
  const after =
    missing === "BEFORE" || length >= size ? Math.min(length, size - upTo) : Math.max(0, length - upTo);
  const before = length - after;
  return Array.from({ length }, (_, at) => {
    if (at >= before) return `${last - (length - at) + 1}`;
    return at < upTo ? `${first + at}` : `${insertAfter}${insertionLetter(at - upTo)}`;
  });
}
