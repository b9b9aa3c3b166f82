import { readFile } from "node:fs/promises";
import { type NetworkWeights, readWeights } from "./readWeights.ts";

/** Trained networks: `backbone` sees residues only, `ligand` also the atoms of ligands, metals and nucleic acids. */
export type NetworkName = "backbone" | "ligand";

/** Reads the weights of a network, which are next to this module or, in a bundle, next to the bundled script. */
export async function loadNetwork(name: NetworkName): Promise<NetworkWeights> {
  return readWeights(await readFile(new URL(`./weights/${name}.weights`, import.meta.url)));
}
