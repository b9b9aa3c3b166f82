import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import type { Alignment } from "./alignment.ts";

/** Number of bits of a residue index or gap. */
const PLANES = 5;
const WORD = 32;

/**
 * Computes the weight of each row: one divided by the number of rows, including the row itself, that match it at this share of
 * all positions or more (gaps are compared like residues). Closely related sequences together therefore count as one. Morcos
 * et al. 2011, "Direct-coupling analysis of residue coevolution", PNAS 108:E1293, which uses 80 %.
 */
export function sequenceWeights(alignment: Alignment, identity = 0.8): Float64Array {
  const { rows, length } = alignment;
  const planes = bitPlanes(alignment);
  const words = Math.ceil(length / WORD);
  const maxDifferences = Math.floor((1 - identity) * length + 1e-9);
  const close = new Uint32Array(rows).fill(1);
  for (let first = 1; first < rows; first += 1) {
    for (let second = 0; second < first; second += 1) {
      if (differAtMost(planes, first, second, words, maxDifferences)) {
        close[first] = close[first]! + 1;
        close[second] = close[second]! + 1;
      }
    }
  }
  return Float64Array.from(close, (count) => 1 / count);
}

/** Returns the effective number of independent sequences: the sum of the weights. */
export function effectiveNumber(weights: Float64Array): number {
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Compares word by word, because most pairs differ so much that the first words are enough. */
function differAtMost(
  planes: Int32Array,
  first: number,
  second: number,
  words: number,
  maximum: number,
): boolean {
  let differences = 0;
  let a = first * words * PLANES;
  let b = second * words * PLANES;
  for (let word = 0; word < words; word += 1) {
    const unlike =
      (planes[a]! ^ planes[b]!) |
      (planes[a + 1]! ^ planes[b + 1]!) |
      (planes[a + 2]! ^ planes[b + 2]!) |
      (planes[a + 3]! ^ planes[b + 3]!) |
      (planes[a + 4]! ^ planes[b + 4]!);
    differences += countBits(unlike);
    if (differences > maximum) return false;
    a += PLANES;
    b += PLANES;
  }
  return true;
}

function countBits(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Packs each group of 32 positions in a row into five words: bit p of word k is bit k of the residue at position p. */
function bitPlanes({ rows, length, residues }: Alignment): Int32Array {
  const words = Math.ceil(length / WORD);
  const planes = new Int32Array(rows * words * PLANES);
  for (let row = 0; row < rows; row += 1) {
    for (let position = 0; position < length; position += 1) {
      const residue = Math.min(residues[row * length + position]!, AMINO_ACID_COUNT);
      const at = (row * words + (position >> 5)) * PLANES;
      for (let plane = 0; plane < PLANES; plane += 1) {
        if ((residue >> plane) & 1) planes[at + plane] = planes[at + plane]! | (1 << (position & 31));
      }
    }
  }
  return planes;
}
