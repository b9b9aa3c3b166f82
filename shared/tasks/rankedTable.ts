import { chainLengths, joinMutations, type Numbering } from "@pdp/basics/proteins";
import { changeNames } from "@pdp/science/designs";
import { residueIndices } from "@pdp/science/sequences";
import { rankColumns } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

/**
 * Converts ranked sequences, best first, to table rows. They are compared with the best sequence whose chains have the
 * same lengths, using its residue numbers.
 */
export function rankedTable(
  description: string,
  sequences: readonly string[],
  numbering: Numbering,
): NewTaskTable {
  const bestOfLengths = new Map<string, string>();
  const rows = sequences.map((sequence, at) => {
    const parent = bestOfLengths.get(chainLengths(sequence)) ?? sequence;
    bestOfLengths.set(chainLengths(sequence), parent);
    const mutations = changeNames(residueIndices(parent), residueIndices(sequence), numbering);
    return {
      rank: at + 1,
      sequence,
      mutations: joinMutations(mutations),
      num_mutations: mutations.length,
      parent,
      generator_provenance: null,
    };
  });
  const positions = numbering.wording(sequences[0]?.length ?? 0);
  return { name: "designs", description, columns: rankColumns(positions), rows };
}
