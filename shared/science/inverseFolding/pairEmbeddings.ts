import { ATOMS, type Backbone, distance, RESIDUE } from "./backbone.ts";
import { HIDDEN, linear, norm, normalize, tensor } from "./messageLayer.ts";
import type { Neighbors } from "./nearestResidues.ts";
import { type NetworkKernel, ROWS } from "./networkKernel.ts";
import { BASES, writeRadialBasis } from "./radialBasis.ts";
import type { NetworkWeights } from "./readWeights.ts";

/** Offsets along a chain are clipped to ± this number. */
const FARTHEST_OFFSET = 32;
const OTHER_CHAIN = 2 * FARTHEST_OFFSET + 1;
const POSITIONAL = 16;

const { n, ca, c, o, cb } = ATOMS;
/**
 * Pairs of atoms whose distances describe two residues, in the order of the trained weights: each atom with itself, then CA, N,
 * CB and O with others, and finally the same pairs the other way round.
 */
const ALIKE = [ca, n, c, o, cb].map((atom) => [atom, atom] as const);
const UNLIKE = [
  [ca, n],
  [ca, c],
  [ca, o],
  [ca, cb],
  [n, c],
  [n, o],
  [n, cb],
  [cb, c],
  [cb, o],
  [o, c],
] as const;
const ATOM_PAIRS = [...ALIKE, ...UNLIKE, ...UNLIKE.map(([a, b]) => [b, a] as const)];

/**
 * Returns a vector of HIDDEN numbers for each residue and each of its neighbors, from the distances of their atoms and their
 * offset along the chain.
 */
export function pairEmbeddings(
  kernel: NetworkKernel,
  weights: NetworkWeights,
  { chains, numbers }: Backbone,
  atoms: Float64Array,
  { count, indexes }: Neighbors,
): Float32Array {
  const offsets = offsetVectors(weights);
  const embedding = linear(kernel, weights, "features.edge_embedding");
  const after = norm(weights, "features.norm_edges");
  const second = linear(kernel, weights, "W_e");
  const result = new Float32Array(indexes.length * HIDDEN);
  const { input, first } = kernel;
  for (let pair = 0; pair < indexes.length; pair += ROWS) {
    const rows = Math.min(ROWS, indexes.length - pair);
    for (let row = 0; row < rows; row += 1) {
      const i = Math.floor((pair + row) / count);
      const j = indexes[pair + row]!;
      const step = Math.max(-FARTHEST_OFFSET, Math.min(FARTHEST_OFFSET, numbers[i]! - numbers[j]!));
      const offset = chains[i] === chains[j] ? step + FARTHEST_OFFSET : OTHER_CHAIN;
      const at = row * embedding.depth;
      input.set(offsets.subarray(offset * POSITIONAL, (offset + 1) * POSITIONAL), at);
      writeDistances(input, at + POSITIONAL, atoms, i, j);
    }
    kernel.apply(embedding, input, first, rows);
    normalize(first, after, rows * HIDDEN);
    kernel.apply(second, first, kernel.second, rows);
    result.set(kernel.second.subarray(0, rows * HIDDEN), pair * HIDDEN);
  }
  return result;
}

function writeDistances(target: Float32Array, at: number, atoms: Float64Array, i: number, j: number): void {
  ATOM_PAIRS.forEach(([a, b], index) => {
    const apart = distance(atoms, RESIDUE * i + 3 * a, atoms, RESIDUE * j + 3 * b);
    writeRadialBasis(target, at + BASES * index, apart);
  });
}

/** Returns 16 numbers for each offset along a chain, and for residues of two chains. */
function offsetVectors(weights: NetworkWeights): Float32Array {
  const { values, shape } = tensor(weights, "features.embeddings.linear.weight");
  const bias = tensor(weights, "features.embeddings.linear.bias").values;
  const offsets = shape[1]!;
  const result = new Float32Array(offsets * POSITIONAL);
  for (let offset = 0; offset < offsets; offset += 1) {
    for (let i = 0; i < POSITIONAL; i += 1) {
      result[offset * POSITIONAL + i] = values[i * offsets + offset]! + bias[i]!;
    }
  }
  return result;
}
