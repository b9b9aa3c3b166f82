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
  /** For each residue, the residues that it is a neighbor of. */
  neighborOf: readonly (readonly number[])[];
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
  return { kernel, layers, output, residues, neighbors, neighborOf: reversed(neighbors) };
}

function reversed({ count, indexes }: Neighbors): number[][] {
  const result = Array.from({ length: indexes.length / count }, (): number[] => []);
  for (const [pair, j] of indexes.entries()) result[j]!.push(Math.floor(pair / count));
  return result;
}

/** Vectors of residues before a decoder layer, and their products with parts of its first matrix. */
export interface DecoderState {
  residues: Float32Array;
  own: Float32Array;
  decoded: Float32Array;
}

/** Returns the state before layer `index` for vectors of residues. */
export function stateBefore(
  { kernel, layers }: Decoder,
  index: number,
  residues: Float32Array,
): DecoderState {
  const layer = layers[index];
  if (!layer) return { residues, own: residues, decoded: residues };
  return {
    residues,
    own: applyToRows(kernel, layer.node, residues),
    decoded: applyToRows(kernel, layer.rest[1]!, residues),
  };
}

/**
 * Reads HIDDEN numbers of a residue in a state, which may differ from residue to residue: returns the array and the position in it.
 */
export type StateOf = (residue: number) => { state: DecoderState; at: number };

/**
 * Computes the vectors of some residues after layer `index`: HIDDEN numbers each. `letters` are indexes in LETTERS, and `turns` states
 * when each residue is decoded: a residue sees the letters of residues with an earlier turn.
 */
export function decodeLayer(
  decoder: Decoder,
  index: number,
  some: readonly number[],
  stateOf: StateOf,
  letters: Int32Array,
  turns: Int32Array,
): Float32Array {
  const { kernel, neighbors } = decoder;
  const layer = decoder.layers[index]!;
  const { count, indexes } = neighbors;
  const { first } = kernel;
  const sums = new Float32Array(some.length * HIDDEN);
  const nodes = new Float32Array(some.length * HIDDEN);
  some.forEach((i, row) => {
    const { state, at } = stateOf(i);
    nodes.set(state.residues.subarray(at, at + HIDDEN), row * HIDDEN);
    for (let k = 0; k < count; k += 1) {
      const j = indexes[i * count + k]!;
      const pair = (i * count + k) * HIDDEN;
      if (turns[j]! < turns[i]!) {
        const other = stateOf(j);
        const letter = letters[j]! * HIDDEN;
        for (let c = 0; c < HIDDEN; c += 1) {
          first[k * HIDDEN + c] =
            state.own[at + c]! +
            layer.pairs[pair + c]! +
            layer.letters[letter + c]! +
            other.state.decoded[other.at + c]!;
        }
      } else {
        const from = j * HIDDEN;
        for (let c = 0; c < HIDDEN; c += 1) {
          first[k * HIDDEN + c] = state.own[at + c]! + layer.pairs[pair + c]! + layer.undecoded[from + c]!;
        }
      }
    }
    sumMessages(kernel, layer, count, sums, row * HIDDEN);
  });
  updateNodes(kernel, layer, nodes, sums, count);
  return nodes;
}

/** Returns the log probabilities of the letters, 21 per residue, from vectors after the last layer. */
export function logProbabilities({ kernel, output }: Decoder, residues: Float32Array): Float64Array {
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
