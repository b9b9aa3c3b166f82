import { createRandom, type Random } from "@pdp/basics/statistics";
import { type Decoder, decode, LETTERS } from "./decoder.ts";

/** Number of orders in which letters are decoded: half of them are the others backwards. */
const ORDERS = 8;

/**
 * Returns the log probability of each letter at each residue, averaged over decoding orders: 21 numbers per residue, in the order of
 * LETTERS. `sequence` has a letter for each residue. The same seed gives the same orders.
 */
export function meanLogProbabilities(
  decoder: Decoder,
  sequence: string,
  seed: number | string = "structure",
): Float64Array {
  const letters = Int32Array.from(sequence, letterIndex);
  const mean = new Float64Array(letters.length * LETTERS.length);
  for (const turns of decodingOrders(letters.length, createRandom(seed))) {
    for (const [at, value] of decode(decoder, letters, turns).entries())
      mean[at] = mean[at]! + value / ORDERS;
  }
  return mean;
}

function letterIndex(letter: string): number {
  const index = LETTERS.indexOf(letter);
  return index < 0 ? LETTERS.length - 1 : index;
}

/** Returns the turn of each residue in each order. An order and its reverse together show each residue every other one. */
function decodingOrders(residues: number, random: Random): Int32Array[] {
  return Array.from({ length: ORDERS / 2 }, () => {
    const turns = random.shuffle(Int32Array.from({ length: residues }, (_, index) => index));
    return [turns, turns.map((turn) => residues - 1 - turn)];
  }).flat();
}
