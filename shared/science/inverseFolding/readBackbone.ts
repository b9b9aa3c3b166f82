import { type Backbone, type ContextAtoms, withIdealCb } from "./backbone.ts";
import { createDecoder, type Decoder } from "./decoder.ts";
import { encodeContext } from "./encodeContext.ts";
import { encode } from "./encoder.ts";
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
