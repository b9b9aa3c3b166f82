import { AMINO_ACIDS, CHAIN_BREAK } from "@pdp/basics/proteins";

/** Number of amino acids; residues are always represented as indices into `AMINO_ACIDS`. */
export const AMINO_ACID_COUNT = 20;
/** Index of a gap in aligned sequences. */
export const GAP = 20;
/** Index of every other letter: unknown and ambiguous residues (X, B, Z, J), stops, rare amino acids (U, O). */
export const UNKNOWN = 21;
/** Index of the break between two chains. It never mutates, so models and samplers have no values for it. */
export const CHAIN_BREAK_INDEX = 22;

const INDEX_OF_CODE = indexOfCode();

/** Returns the index of a letter in upper or lower case; GAP for `-` and `.`, UNKNOWN for everything else. */
export function residueIndex(letter: string): number {
  return INDEX_OF_CODE[letter.charCodeAt(0)] ?? UNKNOWN;
}

/** Returns one index per character (UTF-16 unit). */
export function residueIndices(sequence: string): Uint8Array {
  const indices = new Uint8Array(sequence.length);
  for (let position = 0; position < sequence.length; position += 1) {
    indices[position] = INDEX_OF_CODE[sequence.charCodeAt(position)] ?? UNKNOWN;
  }
  return indices;
}

/** Returns the letters for indices: `-` for GAP, `X` for UNKNOWN, `/` for a break between chains. */
export function residueLetters(indices: ArrayLike<number>): string {
  let letters = "";
  for (let position = 0; position < indices.length; position += 1) {
    letters += `${AMINO_ACIDS}-X${CHAIN_BREAK}`[indices[position] ?? UNKNOWN] ?? "X";
  }
  return letters;
}

function indexOfCode(): Uint8Array {
  const table = new Uint8Array(128).fill(UNKNOWN);
  for (let index = 0; index < AMINO_ACID_COUNT; index += 1) {
    const code = AMINO_ACIDS.charCodeAt(index);
    table[code] = index;
    table[code + 32] = index;
  }
  table["-".charCodeAt(0)] = GAP;
  table[".".charCodeAt(0)] = GAP;
  table[CHAIN_BREAK.charCodeAt(0)] = CHAIN_BREAK_INDEX;
  return table;
}
