import { writeDirection } from "./atomDirection.ts";
import { addElement } from "./atomTypes.ts";
import { ATOMS, type ContextAtoms, distance, RESIDUE } from "./backbone.ts";
import {
  applyToRows,
  HIDDEN,
  linear,
  type MessageLayer,
  messageLayer,
  type Norm,
  norm,
  normalize,
  sumMessages,
  tensor,
  updateNodes,
} from "./messageLayer.ts";
import { nearestAtoms } from "./nearestAtoms.ts";
import type { Layer, NetworkKernel } from "./networkKernel.ts";
import { BASES, writeRadialBasis } from "./radialBasis.ts";
import type { NetworkWeights, Tensor } from "./readWeights.ts";

/** Number of atoms around a residue that the network sees. */
const MOST_ATOMS = 25;
const LAYERS = 2;
/** Length of an element's vector among the features of a residue and an atom. */
const ELEMENT = 64;
/** Features of a residue and an atom: five distances, the element, and the direction of the atom. */
const FEATURES = 5 * BASES + ELEMENT + 4;

/** Turns features into vectors: scales their product with `features`, and multiplies again. */
interface Embedding {
  features: Layer;
  norm: Norm;
  after: Layer;
}

interface ContextLayers {
  elements: Tensor;
  elementBias: Float32Array;
  /** For a residue and an atom near it. */
  pair: Embedding;
  atomElements: Tensor;
  atomNorm: Norm;
  atomAfter: Layer;
  /** For two atoms near the same residue. */
  apart: Embedding;
  atomLayers: MessageLayer[];
  residueLayers: MessageLayer[];
}

/** Adds to the vectors of residues what the atoms around them bring: ligands, metals, nucleic acids. */
export function encodeContext(
  kernel: NetworkKernel,
  weights: NetworkWeights,
  residues: Float32Array,
  atoms: Float64Array,
  context: ContextAtoms,
): void {
  const layers = contextLayers(kernel, weights);
  const state = applyToRows(kernel, linear(kernel, weights, "W_c"), residues);
  for (let i = 0; i < residues.length / HIDDEN; i += 1) {
    const near = nearestAtoms(atoms, i, context, MOST_ATOMS);
    updateResidue(kernel, layers, state.subarray(i * HIDDEN, (i + 1) * HIDDEN), i, atoms, context, near);
  }
  const added = applyToRows(kernel, linear(kernel, weights, "V_C"), state);
  normalize(added, norm(weights, "V_C_norm"));
  for (let i = 0; i < residues.length; i += 1) residues[i] = residues[i]! + added[i]!;
}

function contextLayers(kernel: NetworkKernel, weights: NetworkWeights): ContextLayers {
  const layersNamed = (name: string) =>
    Array.from({ length: LAYERS }, (_, index) => messageLayer(kernel, weights, `${name}.${index}`));
  const embedding = (features: string, scale: string, after: string): Embedding => ({
    features: linear(kernel, weights, features),
    norm: norm(weights, scale),
    after: linear(kernel, weights, after),
  });
  return {
    elements: tensor(weights, "features.type_linear.weight"),
    elementBias: tensor(weights, "features.type_linear.bias").values,
    pair: embedding("features.node_project_down", "features.norm_nodes", "W_v"),
    atomElements: tensor(weights, "features.y_nodes.weight"),
    atomNorm: norm(weights, "features.norm_y_nodes"),
    atomAfter: linear(kernel, weights, "W_nodes_y"),
    apart: embedding("features.y_edges", "features.norm_y_edges", "W_edges_y"),
    atomLayers: layersNamed("y_context_encoder_layers"),
    residueLayers: layersNamed("context_encoder_layers"),
  };
}

/** Passes messages among the atoms around one residue, and from them to the residue. */
function updateResidue(
  kernel: NetworkKernel,
  layers: ContextLayers,
  state: Float32Array,
  residue: number,
  atoms: Float64Array,
  context: ContextAtoms,
  near: readonly number[],
): void {
  const pairs = residueAtomVectors(kernel, layers, residue, atoms, context, near);
  const nodes = atomVectors(kernel, layers, context, near);
  const apart = near.map((atom) => atomPairVectors(kernel, layers, atom, context, near));
  const sums = new Float32Array(HIDDEN);
  for (let index = 0; index < LAYERS; index += 1) {
    updateAtoms(kernel, layers.atomLayers[index]!, nodes, apart);
    const layer = layers.residueLayers[index]!;
    startMessages(kernel, layer, state, pairs, nodes);
    sumMessages(kernel, layer, near.length, sums, 0);
    updateNodes(kernel, layer, state, sums, near.length);
  }
}

function residueAtomVectors(
  kernel: NetworkKernel,
  layers: ContextLayers,
  residue: number,
  atoms: Float64Array,
  context: ContextAtoms,
  near: readonly number[],
): Float32Array {
  const features = new Float32Array(near.length * FEATURES);
  const from = RESIDUE * residue;
  const order = [ATOMS.n, ATOMS.ca, ATOMS.c, ATOMS.o, ATOMS.cb];
  near.forEach((atom, row) => {
    let at = row * FEATURES;
    for (const name of order) {
      writeRadialBasis(features, at, distance(atoms, from + 3 * name, context.positions, 3 * atom));
      at += BASES;
    }
    features.set(layers.elementBias, at);
    addElement(features, at, layers.elements, context.elements[atom]!);
    writeDirection(features, at + ELEMENT, atoms, from, context.positions, 3 * atom);
  });
  return embed(kernel, layers.pair, features);
}

function embed(kernel: NetworkKernel, embedding: Embedding, features: Float32Array): Float32Array {
  const vectors = applyToRows(kernel, embedding.features, features);
  normalize(vectors, embedding.norm);
  return applyToRows(kernel, embedding.after, vectors);
}

function atomVectors(
  kernel: NetworkKernel,
  layers: ContextLayers,
  context: ContextAtoms,
  near: readonly number[],
): Float32Array {
  const vectors = new Float32Array(near.length * HIDDEN);
  for (const [row, atom] of near.entries()) {
    addElement(vectors, row * HIDDEN, layers.atomElements, context.elements[atom]!);
  }
  normalize(vectors, layers.atomNorm);
  return applyToRows(kernel, layers.atomAfter, vectors);
}

/** Returns a vector for an atom with each of the atoms near the same residue. */
function atomPairVectors(
  kernel: NetworkKernel,
  layers: ContextLayers,
  atom: number,
  { positions }: ContextAtoms,
  near: readonly number[],
): Float32Array {
  const bases = new Float32Array(near.length * BASES);
  for (const [row, other] of near.entries()) {
    writeRadialBasis(bases, row * BASES, distance(positions, 3 * atom, positions, 3 * other));
  }
  return embed(kernel, layers.apart, bases);
}

function updateAtoms(
  kernel: NetworkKernel,
  layer: MessageLayer,
  nodes: Float32Array,
  apart: readonly Float32Array[],
): void {
  const sums = new Float32Array(nodes.length);
  apart.forEach((vectors, index) => {
    startMessages(kernel, layer, nodes.subarray(index * HIDDEN, (index + 1) * HIDDEN), vectors);
    sumMessages(kernel, layer, apart.length, sums, index * HIDDEN);
  });
  updateNodes(kernel, layer, nodes, sums, apart.length);
}

/** Writes the first matrix's product for each edge of a node to `kernel.first`. */
function startMessages(
  kernel: NetworkKernel,
  layer: MessageLayer,
  node: Float32Array,
  edges: Float32Array,
  others?: Float32Array,
): void {
  const { input, first, second } = kernel;
  const rows = edges.length / HIDDEN;
  input.set(node);
  kernel.apply(layer.node, input, second, 1);
  for (let k = 0; k < rows; k += 1) first.set(second.subarray(0, HIDDEN), k * HIDDEN);
  input.set(edges);
  kernel.accumulate(layer.edge, input, first, rows);
  if (!others) return;
  input.set(others);
  kernel.accumulate(layer.rest[0]!, input, first, rows);
}
