import { assemblyOf, CHAIN_BREAK } from "@pdp/basics/proteins";

interface WithSequence {
  sequence: string;
}

/** Returns the names of the columns for the sequences of a list: `sequence`, or `vh` and `vl` if a protein has two chains. */
export function sequenceNames(rows: readonly WithSequence[]): string[] {
  return rows.some(({ sequence }) => sequence.includes(CHAIN_BREAK)) ? ["vh", "vl"] : ["sequence"];
}

/** Returns the cells of a protein in the named columns; an absent chain has an empty cell. */
export function sequenceCells({ sequence }: WithSequence, names: readonly string[]): string[] {
  if (names.length === 1) return [sequence];
  const { vh = sequence, vl } = assemblyOf(sequence);
  return [vh ?? "", vl ?? ""];
}
