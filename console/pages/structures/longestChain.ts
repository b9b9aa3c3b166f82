import { readStructure } from "@pdp/formats/proteins";

/** Sequence of a chain with the numbers of its residues; without numbers if they do not increase. */
export interface ChainSequence {
  monomer: string;
  positions?: number[];
}

/** Returns the longest chain in the file of a structure; residues that it does not show are missing. */
export async function longestChain(text: string): Promise<ChainSequence> {
  const { residues } = await readStructure([new TextEncoder().encode(text)]);
  const chains = [...Map.groupBy(residues, ({ chain }) => chain).values()];
  const [longest = []] = chains.toSorted((a, b) => b.length - a.length);
  const monomer = longest.map(({ letter }) => letter).join("");
  const positions = longest.map(({ number }) => number);
  const isIncreasing = positions.every((position, index) => index === 0 || position > positions[index - 1]!);
  return isIncreasing ? { monomer, positions } : { monomer };
}
