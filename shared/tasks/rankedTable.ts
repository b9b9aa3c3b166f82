import { changeName } from "#shared/science/design/batch/designReason.ts";
import { mutatedPositions } from "#shared/science/design/designSpace.ts";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { rankColumns } from "./designTable.ts";
import type { NewTaskTable } from "./taskRun.ts";

/** Converts ranked sequences, the best first, to the rows of a table. They are compared with the best one of their length. */
export function rankedTable(description: string, sequences: readonly string[]): NewTaskTable {
  const bestOfLength = new Map<number, string>();
  const rows = sequences.map((sequence, at) => {
    const parent = bestOfLength.get(sequence.length) ?? sequence;
    bestOfLength.set(sequence.length, parent);
    const [start, own] = [residueIndices(parent), residueIndices(sequence)];
    const mutated = mutatedPositions(start, own);
    const mutations = mutated.map((position) => changeName(start, own, position)).join(";");
    return {
      rank: at + 1,
      sequence,
      mutations,
      num_mutations: mutated.length,
      parent,
      generator_provenance: null,
    };
  });
  return { name: "designs", description, columns: rankColumns(), rows };
}
