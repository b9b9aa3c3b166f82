import { readStructure } from "#shared/formats/structures/readStructure.ts";

/** Returns the sequence of the longest chain in the file of a structure; residues that it does not show are missing. */
export async function longestChain(text: string): Promise<string> {
  const { residues } = await readStructure([new TextEncoder().encode(text)]);
  const chains = [...Map.groupBy(residues, ({ chain }) => chain).values()];
  const [longest = []] = chains.toSorted((a, b) => b.length - a.length);
  return longest.map(({ letter }) => letter).join("");
}
