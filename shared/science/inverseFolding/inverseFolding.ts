import { type Backbone, type ContextAtoms, withIdealCb } from "./backbone.ts";
import { createDecoder, type Decoder, type DecoderState, decodeLayer, stateBefore } from "./decoder.ts";
import { encodeContext } from "./encodeContext.ts";
import { encode } from "./encoder.ts";
import { HIDDEN } from "./messageLayer.ts";
import { nearestResidues } from "./nearestResidues.ts";
import { createNetworkKernel } from "./networkKernel.ts";
import { pairEmbeddings } from "./pairEmbeddings.ts";
import type { NetworkWeights } from "./readWeights.ts";

/**
 * Encodes a structure with an inverse-folding network, which predicts the letters of a protein from its backbone. `context` is for
 * weights that know the atoms of ligands, and null for the others.
 *
 * Source: Dauparas et al. 2022 (Science 378:49), Dauparas et al. 2025 (Nature Methods 22:717).
 */
export function readBackbone(
  weights: NetworkWeights,
  backbone: Backbone,
  context: ContextAtoms | null,
): Decoder {
  const numbers = [...weights.tensors.values()].reduce((sum, { values }) => sum + values.length, 0);
  const kernel = createNetworkKernel(numbers);
  const atoms = withIdealCb(backbone);
  const neighbors = nearestResidues(atoms, weights.neighbors);
  const pairs = pairEmbeddings(kernel, weights, backbone, atoms, neighbors);
  const residues = encode(kernel, weights, pairs, neighbors);
  if (context) encodeContext(kernel, weights, residues, atoms, context);
  return createDecoder(kernel, weights, residues, pairs, neighbors);
}

/** States of all residues before each decoder layer and after the last one, for letters decoded in one order. */
export function decodeAll(decoder: Decoder, letters: Int32Array, turns: Int32Array): DecoderState[] {
  const all = Array.from(turns.keys());
  const states = [stateBefore(decoder, 0, decoder.residues)];
  for (let index = 0; index < decoder.layers.length; index += 1) {
    const state = states[index]!;
    const after = decodeLayer(decoder, index, all, (i) => ({ state, at: i * HIDDEN }), letters, turns);
    states.push(stateBefore(decoder, index + 1, after));
  }
  return states;
}
