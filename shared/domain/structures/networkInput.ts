import type { Structure, StructureResidue } from "@pdp/formats/proteins";
import type { Backbone, ContextAtoms } from "@pdp/science/structures";

const HYDROGEN = 1;
/** The ligand network was not trained with molybdenum. */
const MOLYBDENUM = 42;

/** What an inverse-folding network sees of a structure. */
export interface NetworkInput {
  backbone: Backbone;
  context: ContextAtoms;
  /** Residues that have all atoms of their backbone, in the order of `backbone`. */
  residues: readonly StructureResidue[];
}

/** Prepares a structure for an inverse-folding network. Residues with an incomplete backbone are omitted. */
export function networkInput({ residues, others }: Structure): NetworkInput {
  const complete = residues.filter(({ backbone }) => backbone !== null);
  const chains = [...new Set(complete.map(({ chain }) => chain))];
  const visible = others.filter(({ element }) => element > HYDROGEN && element !== MOLYBDENUM);
  return {
    residues: complete,
    backbone: {
      positions: Float64Array.from(complete.flatMap(({ backbone }) => backbone ?? [])),
      chains: Int32Array.from(complete, ({ chain }) => chains.indexOf(chain)),
      numbers: numbersAlongChains(complete),
    },
    context: {
      positions: Float64Array.from(visible.flatMap(({ at }) => at)),
      elements: Int32Array.from(visible, ({ element }) => element),
    },
  };
}

/** Numbers residues along their chains as the file does, but gives residues with an insertion code their own numbers. */
function numbersAlongChains(residues: readonly StructureResidue[]): Int32Array {
  let inserted = 0;
  return Int32Array.from(residues, ({ chain, number }, index) => {
    const before = residues[index - 1];
    if (before?.chain !== chain) inserted = 0;
    else if (before.number === number) inserted += 1;
    return number + inserted;
  });
}
