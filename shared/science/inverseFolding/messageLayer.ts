import { type Layer, type NetworkKernel, ROWS } from "./networkKernel.ts";
import type { NetworkWeights, Tensor } from "./readWeights.ts";

/** Length of the vectors of residues and of pairs of residues. */
export const HIDDEN = 128;
/** Sums of messages are divided by this number. */
const SCALE = 30;
const EPSILON = 1e-5;

/** Trained scale and offset after a normalization to mean 0 and variance 1. */
export interface Norm {
  weight: Float32Array;
  bias: Float32Array;
}

/**
 * A layer that updates the vector of a node with the sum of the messages along its edges, and then by itself. The first matrix of
 * a message is split by its inputs: the node, the edge, and (if they are there) the letter and the vector at the other end.
 */
export interface MessageLayer {
  node: Layer;
  edge: Layer;
  rest: readonly Layer[];
  second: Layer;
  third: Layer;
  norms: readonly [Norm, Norm];
  inner: Layer;
  outer: Layer;
}

/** Returns a trained tensor. */
export function tensor(weights: NetworkWeights, name: string): Tensor {
  const tensor = weights.tensors.get(name);
  if (!tensor) throw new Error(`The weights have no tensor "${name}".`);
  return tensor;
}

/** Returns a trained matrix with its bias, if it has one. */
export function linear(kernel: NetworkKernel, weights: NetworkWeights, name: string): Layer {
  return kernel.layer(tensor(weights, `${name}.weight`), weights.tensors.get(`${name}.bias`));
}

/** Returns a trained normalization. */
export function norm(weights: NetworkWeights, name: string): Norm {
  return { weight: tensor(weights, `${name}.weight`).values, bias: tensor(weights, `${name}.bias`).values };
}

/** Splits a message's first matrix into its inputs of HIDDEN numbers; the first part has the bias. */
export function splitInputs(kernel: NetworkKernel, weights: NetworkWeights, name: string): Layer[] {
  const weight = tensor(weights, `${name}.weight`);
  return Array.from({ length: weight.shape[1]! / HIDDEN }, (_, part) =>
    kernel.layer(weight, part ? undefined : tensor(weights, `${name}.bias`), [
      part * HIDDEN,
      (part + 1) * HIDDEN,
    ]),
  );
}

/** Reads the message layer with this name. */
export function messageLayer(kernel: NetworkKernel, weights: NetworkWeights, name: string): MessageLayer {
  const [node, edge, ...rest] = splitInputs(kernel, weights, `${name}.W1`);
  return {
    node: node!,
    edge: edge!,
    rest,
    second: linear(kernel, weights, `${name}.W2`),
    third: linear(kernel, weights, `${name}.W3`),
    norms: [norm(weights, `${name}.norm1`), norm(weights, `${name}.norm2`)],
    inner: linear(kernel, weights, `${name}.dense.W_in`),
    outer: linear(kernel, weights, `${name}.dense.W_out`),
  };
}

/**
 * Adds up the messages of one node. `kernel.first` contains the first matrix's product for each of its edges. The third matrix, which
 * is linear, is applied to the sum, in `updateNodes`.
 */
export function sumMessages(
  kernel: NetworkKernel,
  layer: MessageLayer,
  edges: number,
  sums: Float32Array,
  at: number,
): void {
  const { first, second } = kernel;
  kernel.gelu(first, edges * HIDDEN);
  kernel.apply(layer.second, first, second, edges);
  kernel.gelu(second, edges * HIDDEN);
  sums.fill(0, at, at + HIDDEN);
  for (let k = 0; k < edges * HIDDEN; k += HIDDEN) {
    for (let c = 0; c < HIDDEN; c += 1) sums[at + c] = sums[at + c]! + second[k + c]!;
  }
}

/** Updates the vectors of nodes, in place, with the sums of their messages. `edges` is the number of messages of each node. */
export function updateNodes(
  kernel: NetworkKernel,
  layer: MessageLayer,
  nodes: Float32Array,
  sums: Float32Array,
  edges: number,
): void {
  const { input, first, second } = kernel;
  for (let start = 0; start < nodes.length; start += ROWS * HIDDEN) {
    const end = Math.min(nodes.length, start + ROWS * HIDDEN);
    const rows = (end - start) / HIDDEN;
    const state = nodes.subarray(start, end);
    input.set(sums.subarray(start, end));
    second.fill(0, 0, rows * HIDDEN);
    kernel.accumulate(layer.third, input, second, rows);
    for (let i = 0; i < state.length; i += 1) {
      state[i] = state[i]! + (second[i]! + edges * layer.third.bias[i % HIDDEN]!) / SCALE;
    }
    normalize(state, layer.norms[0]);
    input.set(state);
    kernel.apply(layer.inner, input, first, rows);
    kernel.gelu(first, rows * layer.inner.width);
    kernel.apply(layer.outer, first, second, rows);
    for (let i = 0; i < state.length; i += 1) state[i] = state[i]! + second[i]!;
    normalize(state, layer.norms[1]);
  }
}

/** Applies a layer to any number of rows. */
export function applyToRows(kernel: NetworkKernel, layer: Layer, rows: Float32Array): Float32Array {
  const count = rows.length / layer.depth;
  const result = new Float32Array(count * layer.width);
  for (let start = 0; start < count; start += ROWS) {
    const some = Math.min(ROWS, count - start);
    kernel.input.set(rows.subarray(start * layer.depth, (start + some) * layer.depth));
    kernel.apply(layer, kernel.input, kernel.first, some);
    result.set(kernel.first.subarray(0, some * layer.width), start * layer.width);
  }
  return result;
}

/** Normalizes each row of HIDDEN numbers to mean 0 and variance 1, then scales and shifts it. */
export function normalize(rows: Float32Array, { weight, bias }: Norm, length = rows.length): void {
  for (let at = 0; at < length; at += HIDDEN) {
    let sum = 0;
    for (let i = at; i < at + HIDDEN; i += 1) sum += rows[i]!;
    const mean = sum / HIDDEN;
    let squares = 0;
    for (let i = at; i < at + HIDDEN; i += 1) squares += (rows[i]! - mean) ** 2;
    const factor = 1 / Math.sqrt(squares / HIDDEN + EPSILON);
    for (let i = 0; i < HIDDEN; i += 1)
      rows[at + i] = (rows[at + i]! - mean) * factor * weight[i]! + bias[i]!;
  }
}
