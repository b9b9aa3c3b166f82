import { createRandom, type Random } from "#shared/basics/statistics/random.ts";
import { type DecodedLetters, decodeChanges } from "./decodeChanges.ts";
import { type Decoder, LETTERS, logProbabilities } from "./decoder.ts";
import { decodeAll } from "./inverseFolding.ts";

/** Number of orders in which letters are decoded: half of them are the others backwards. */
const ORDERS = 8;

/** A residue of the structure, by its index, and the letter that it becomes. */
export interface ResidueChange {
  residue: number;
  letter: string;
}

/** Scores changes of a structure's residues. */
export interface StructureScorer {
  /**
   * Mean log probability of each letter at each residue, 21 numbers per residue in the order of LETTERS. A residue sees the
   * letters of the residues decoded before it.
   */
  logProbabilities: Float64Array;
  /**
   * Log probability of the changed letters minus that of the original ones at the same residues, averaged over decoding orders: positive
   * if the changes fit the structure better. Changes see each other.
   */
  score(changes: readonly ResidueChange[]): number;
}

/**
 * Prepares scores for changes of these letters, one for each residue of the structure. The same seed gives the same orders, so
 * results are deterministic.
 */
export function createStructureScorer(
  decoder: Decoder,
  sequence: string,
  seed: number | string = "structure",
): StructureScorer {
  const letters = Int32Array.from(sequence, letterIndex);
  const decoded = decodingOrders(letters.length, createRandom(seed)).map(
    (turns): DecodedLetters => ({
      letters,
      turns,
      states: decodeAll(decoder, letters, turns),
    }),
  );
  const tables = decoded.map(({ states }) => logProbabilities(decoder, states.at(-1)!.residues));
  const mean = new Float64Array(letters.length * LETTERS.length);
  for (const table of tables) {
    for (const [at, value] of table.entries()) mean[at] = mean[at]! + value / tables.length;
  }

  const scoreMany = (changes: readonly ResidueChange[]): number => {
    const changed = changes.map(({ residue }) => residue);
    const mutant = letters.slice();
    for (const { residue, letter } of changes) mutant[residue] = letterIndex(letter);
    let sum = 0;
    decoded.forEach((of, index) => {
      const after = decodeChanges(decoder, of, changed, mutant);
      changed.forEach((residue, row) => {
        const before = tables[index]![residue * LETTERS.length + letters[residue]!]!;
        sum += after[row * LETTERS.length + mutant[residue]!]! - before;
      });
    });
    return sum / decoded.length;
  };
  const scoreOne = ({ residue, letter }: ResidueChange): number => {
    const at = residue * LETTERS.length;
    return mean[at + letterIndex(letter)]! - mean[at + letters[residue]!]!;
  };
  return {
    logProbabilities: mean,
    // A residue does not see its own letter, so the table has the result for one change.
    score: (changes) => (changes.length === 1 ? scoreOne(changes[0]!) : scoreMany(changes)),
  };
}

function letterIndex(letter: string): number {
  const index = LETTERS.indexOf(letter);
  return index < 0 ? LETTERS.length - 1 : index;
}

/** Returns the turn of each residue in each order. An order and its reverse together show each residue every other one. */
function decodingOrders(residues: number, random: Random): Int32Array[] {
  return Array.from({ length: ORDERS / 2 }, () => {
    const turns = Int32Array.from({ length: residues }, (_, index) => index);
    random.shuffle(turns);
    return [turns, turns.map((turn) => residues - 1 - turn)];
  }).flat();
}
