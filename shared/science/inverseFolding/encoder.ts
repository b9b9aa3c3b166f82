import {
  applyToRows,
  HIDDEN,
  linear,
  type MessageLayer,
  messageLayer,
  type Norm,
  norm,
  normalize,
  splitInputs,
  sumMessages,
  updateNodes,
} from "./messageLayer.ts";
import type { Neighbors } from "./nearestResidues.ts";
import type { Layer, NetworkKernel } from "./networkKernel.ts";
import type { NetworkWeights } from "./readWeights.ts";

const LAYERS = 3;

/** The second half of an encoder layer, which updates the vectors of pairs. */
interface PairLayer {
  node: Layer;
  edge: Layer;
  other: Layer;
  second: Layer;
  third: Layer;
  norm: Norm;
}

/**
 * Passes messages between neighboring residues. Returns HIDDEN numbers per residue, and updates those of pairs in place.
 */
export function encode(
  kernel: NetworkKernel,
  weights: NetworkWeights,
  pairs: Float32Array,
  neighbors: Neighbors,
): Float32Array {
  const residues = new Float32Array((neighbors.indexes.length / neighbors.count) * HIDDEN);
  for (let index = 0; index < LAYERS; index += 1) {
    const name = `encoder_layers.${index}`;
    updateResidues(kernel, messageLayer(kernel, weights, name), residues, pairs, neighbors);
    updatePairs(kernel, pairLayer(kernel, weights, name), residues, pairs, neighbors);
  }
  return residues;
}

function pairLayer(kernel: NetworkKernel, weights: NetworkWeights, name: string): PairLayer {
  const [node, edge, other] = splitInputs(kernel, weights, `${name}.W11`);
  return {
    node: node!,
    edge: edge!,
    other: other!,
    second: linear(kernel, weights, `${name}.W12`),
    third: linear(kernel, weights, `${name}.W13`),
    norm: norm(weights, `${name}.norm3`),
  };
}

function updateResidues(
  kernel: NetworkKernel,
  layer: MessageLayer,
  residues: Float32Array,
  pairs: Float32Array,
  neighbors: Neighbors,
): void {
  const residuePart = applyToRows(kernel, layer.node, residues);
  const other = applyToRows(kernel, layer.rest[0]!, residues);
  const sums = new Float32Array(residues.length);
  for (let at = 0; at < residues.length; at += HIDDEN) {
    startMessages(kernel, layer.edge, at / HIDDEN, residuePart, other, pairs, neighbors);
    sumMessages(kernel, layer, neighbors.count, sums, at);
  }
  updateNodes(kernel, layer, residues, sums, neighbors.count);
}

function updatePairs(
  kernel: NetworkKernel,
  layer: PairLayer,
  residues: Float32Array,
  pairs: Float32Array,
  neighbors: Neighbors,
): void {
  const residuePart = applyToRows(kernel, layer.node, residues);
  const other = applyToRows(kernel, layer.other, residues);
  const { count } = neighbors;
  const { first, second } = kernel;
  for (let i = 0; i < residues.length / HIDDEN; i += 1) {
    startMessages(kernel, layer.edge, i, residuePart, other, pairs, neighbors);
    kernel.gelu(first, count * HIDDEN);
    kernel.apply(layer.second, first, second, count);
    kernel.gelu(second, count * HIDDEN);
    kernel.apply(layer.third, second, first, count);
    const row = pairs.subarray(i * count * HIDDEN, (i + 1) * count * HIDDEN);
    for (let at = 0; at < row.length; at += 1) row[at] = row[at]! + first[at]!;
    normalize(row, layer.norm);
  }
}

/** Writes the first matrix's product for each edge of residue `i` to `kernel.first`. */
function startMessages(
  kernel: NetworkKernel,
  edge: Layer,
  i: number,
  residuePart: Float32Array,
  other: Float32Array,
  pairs: Float32Array,
  { count, indexes }: Neighbors,
): void {
  const { input, first } = kernel;
  for (let k = 0; k < count; k += 1) {
    const j = indexes[i * count + k]! * HIDDEN;
    for (let c = 0; c < HIDDEN; c += 1) first[k * HIDDEN + c] = residuePart[i * HIDDEN + c]! + other[j + c]!;
  }
  input.set(pairs.subarray(i * count * HIDDEN, (i + 1) * count * HIDDEN));
  kernel.accumulate(edge, input, first, count);
}
