import {
  applyToRows,
  HIDDEN,
  linear,
  type MessageLayer,
  messageLayer,
  sumMessages,
  tensor,
  updateNodes,
} from "./messageLayer.ts";
import type { Neighbors } from "./nearestResidues.ts";
import type { Layer, NetworkKernel } from "./networkKernel.ts";
import type { NetworkWeights } from "./readWeights.ts";

const LAYERS = 3;
/** Letters of the networks; the last one stands for any other residue. */
export const LETTERS = "ACDEFGHIKLMNPQRSTVWYX";

/** A decoder layer, and what does not depend on the letters or their order. */
export interface DecoderLayer extends MessageLayer {
  /** Product of the first matrix with each letter's vector: HIDDEN numbers per letter. */
  letters: Float32Array;
  /** Product of the first matrix with the vectors of pairs: HIDDEN numbers per pair. */
  pairs: Float32Array;
  /** Product of the first matrix with the encoder's vectors of residues, which stand for residues that are not decoded yet. */
  undecoded: Float32Array;
}

/** A network that has seen a structure, and predicts letters one after the other. */
export interface Decoder {
  kernel: NetworkKernel;
  layers: readonly DecoderLayer[];
  output: Layer;
  /** The encoder's vectors of residues. */
  residues: Float32Array;
  neighbors: Neighbors;
}

/** Prepares decoding from what the encoder returns. */
export function createDecoder(
  kernel: NetworkKernel,
  weights: NetworkWeights,
  residues: Float32Array,
  pairs: Float32Array,
  neighbors: Neighbors,
): Decoder {
  const letterVectors = tensor(weights, "W_s.weight").values;
  const layers = Array.from({ length: LAYERS }, (_, index) => {
    const layer = messageLayer(kernel, weights, `decoder_layers.${index}`);
    const [letter, other] = layer.rest as [Layer, Layer];
    return {
      ...layer,
      letters: applyToRows(kernel, letter, letterVectors),
      pairs: applyToRows(kernel, layer.edge, pairs),
      undecoded: applyToRows(kernel, other, residues),
    };
  });
  const output = linear(kernel, weights, "W_out");
  return { kernel, layers, output, residues, neighbors };
}

/**
 * Returns the log probability of each letter at each residue, 21 per residue. `letters` are indexes in LETTERS, and `turns` states when
 * each residue is decoded: a residue sees the letters of residues with an earlier turn, and never its own.
 */
export function decode(decoder: Decoder, letters: Int32Array, turns: Int32Array): Float64Array {
  const residues = decoder.residues.slice();
  for (const layer of decoder.layers) decodeLayer(decoder, layer, residues, letters, turns);
  return logProbabilities(decoder, residues);
}

/** Updates the vectors of all residues, in place. */
function decodeLayer(
  { kernel, neighbors: { count, indexes } }: Decoder,
  layer: DecoderLayer,
  residues: Float32Array,
  letters: Int32Array,
  turns: Int32Array,
): void {
  const self = applyToRows(kernel, layer.node, residues);
  const decoded = applyToRows(kernel, layer.rest[1]!, residues);
  const { first } = kernel;
  const sums = new Float32Array(residues.length);
  for (const i of turns.keys()) {
    const at = i * HIDDEN;
    for (let k = 0; k < count; k += 1) {
      const j = indexes[i * count + k]!;
      const pair = (i * count + k) * HIDDEN;
      const from = j * HIDDEN;
      const sees = turns[j]! < turns[i]!;
      const other = sees ? decoded : layer.undecoded;
      for (let c = 0; c < HIDDEN; c += 1)
        first[k * HIDDEN + c] = self[at + c]! + layer.pairs[pair + c]! + other[from + c]!;
      if (!sees) continue;
      const letter = letters[j]! * HIDDEN;
      for (let c = 0; c < HIDDEN; c += 1)
        first[k * HIDDEN + c] = first[k * HIDDEN + c]! + layer.letters[letter + c]!;
    }
    sumMessages(kernel, layer, count, sums, at);
  }
  updateNodes(kernel, layer, residues, sums, count);
}

/** Returns log probabilities from the vectors after the last layer. */
function logProbabilities({ kernel, output }: Decoder, residues: Float32Array): Float64Array {
  const scores = applyToRows(kernel, output, residues);
  const width = LETTERS.length;
  const padded = output.width;
  const rows = scores.length / padded;
  const result = new Float64Array(rows * width);
  for (let row = 0; row < rows; row += 1) {
    const of = scores.subarray(row * padded, row * padded + width);
    const highest = of.reduce((a, b) => Math.max(a, b), -Infinity);
    const sum = of.reduce((total, score) => total + Math.exp(score - highest), 0);
    for (let letter = 0; letter < width; letter += 1) {
      result[row * width + letter] = of[letter]! - highest - Math.log(sum);
    }
  }
  return result;
}
