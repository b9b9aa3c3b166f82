import { changeNames } from "#shared/science/design/batch/designReason.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { rankColumns } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

/** Converts ranked sequences, the best first, to the rows of a table. They are compared with the best one of their length. */
export function rankedTable(description: string, sequences: readonly string[]): NewTaskTable {
  const bestOfLength = new Map<number, string>();
  const rows = sequences.map((sequence, at) => {
    const parent = bestOfLength.get(sequence.length) ?? sequence;
    bestOfLength.set(sequence.length, parent);
    const mutations = changeNames(residueIndices(parent), residueIndices(sequence));
    return {
      rank: at + 1,
      sequence,
      mutations: mutations.join(";"),
      num_mutations: mutations.length,
      parent,
      generator_provenance: null,
    };
  });
  return { name: "designs", description, columns: rankColumns(), rows };
}
