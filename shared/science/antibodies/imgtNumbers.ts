/** Number of a residue in a numbering scheme: `82`, or `82A` for an insertion. */
export type ResidueNumber = string;

/** First and last number of each loop in the IMGT unique numbering. */
const LOOPS: readonly (readonly [first: number, last: number])[] = [
  [27, 38],
  [56, 65],
  [105, 117],
];

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Returns the letter of an insertion, counted from 0: A to Z, then AA, AB and so on. */
export function insertionLetter(index: number): string {
  const last = LETTERS[index % LETTERS.length] ?? "";
  return index < LETTERS.length ? last : insertionLetter(Math.floor(index / LETTERS.length) - 1) + last;
}

/**
 * Returns the IMGT numbers of a loop with the given number of residues. Short loops have a gap in the middle; longer ones have
 * insertions there, in ascending order after the first middle number and in descending order before the second.
 */
export function imgtLoop(loop: number, length: number): ResidueNumber[] {
  const [first, last] = LOOPS[loop]!;
  const size = last - first + 1;
  // Insertions into loops of an even size start before the second middle number.
  const left = length > size && size % 2 === 0 ? Math.floor(length / 2) : Math.ceil(length / 2);
  const right = length - left;
  const [leftSize, rightSize] = [Math.ceil(size / 2), Math.floor(size / 2)];
  const numbers: ResidueNumber[] = [];
  for (let at = 0; at < left; at += 1) {
    if (at < leftSize) numbers.push(`${first + at}`);
    else numbers.push(`${first + leftSize - 1}${insertionLetter(at - leftSize)}`);
  }
  for (let at = right; at > 0; at -= 1) {
    if (at > rightSize) numbers.push(`${last - rightSize + 1}${insertionLetter(at - rightSize - 1)}`);
    else numbers.push(`${last - at + 1}`);
  }
  return numbers;
}
