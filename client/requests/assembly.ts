import { CHAIN_BREAK, chainsOf, joinChains } from "@pdp/basics/proteins";

/** Protein as tasks state it: one chain, or the variable domains of a heavy and a light chain. */
export interface StatedAssembly {
  monomer?: string | undefined;
  vh?: string | null | undefined;
  vl?: string | null | undefined;
}

/** Returns the kind of a protein's models and templates. */
export function kindOf(sequence: string): "MONOMER" | "VHVL" {
  return sequence.includes(CHAIN_BREAK) ? "VHVL" : "MONOMER";
}

/** Returns a stated protein as one text; undefined if only the project states it. */
export function sequenceOf(stated: StatedAssembly | null | undefined): string | undefined {
  const { monomer, vh, vl } = stated ?? {};
  return vh == null && vl == null ? monomer : joinChains(vh, vl);
}

/** Returns the whole protein as ranges by chain. */
export function wholeRanges(sequence: string): Record<string, [number, number][]> {
  const filled = chainsOf(sequence).filter(({ start, end }) => end > start);
  return Object.fromEntries(filled.map(({ name, start, end }) => [name, [[0, end - start]]]));
}
