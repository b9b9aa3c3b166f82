import { FROM_ONE, positionInChain } from "@pdp/basics/proteins";
import { cutText } from "@pdp/basics/wording";
import { GAP, residueLetters } from "../sequences/aminoAcids.ts";
import type { Variants } from "./variants.ts";

const MAX_NAMED = 8;

/**
 * Returns the name of a variant based on its mutations, such as `V39A D40del +2 inserted`; `unchanged` if it has none. Only
 * the first eight mutations are listed; for a sequence that is not aligned, the name is the sequence itself.
 */
export function variantName(variants: Variants, index: number, unchanged = "reference"): string {
  const { reference, sequences, starts, positions, residues, inserted, mutationCounts, numbering } = variants;
  if (mutationCounts[index] === -1) return cutText(sequences[index] || "empty sequence", 40);
  const [start, end] = [starts[index]!, starts[index + 1]!];
  const names: string[] = [];
  for (let index = start; index < Math.min(end, start + MAX_NAMED); index += 1) {
    names.push(changeName(reference, positions[index]!, residues[index]!, numbering));
  }
  if (end - start > MAX_NAMED) names.push(`and ${end - start - MAX_NAMED} more`);
  if (inserted[index]! > 0) names.push(`+${inserted[index]} inserted`);
  return names.length === 0 ? unchanged : names.join(" ");
}

/** Returns the name of a change at a zero-based position, such as `V39A` or `D40del`. */
export function changeName(
  reference: string,
  position: number,
  residue: number,
  numbering = FROM_ONE,
): string {
  const to = residue === GAP ? "del" : residueLetters([residue]);
  const { chain, at } = positionInChain(reference, position);
  return `${chain.prefix}${reference[position] ?? ""}${numbering.positionAt(at)}${to}`;
}
