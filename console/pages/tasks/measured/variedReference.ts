import { CHAIN_BREAK, consensusOf, sequenceIdentity } from "@pdp/basics/proteins";

/** Share of residues that a reference must have in common with the rows' most common residues. */
const SAME_PROTEIN = 0.9;

/**
 * Returns the reference of a project that sequences vary, or else their most common residues: among designs, these can be mutations
 * that most of them have. Two chains have the most common residues of each.
 */
export function variedReference(
  sequences: readonly string[],
  references: readonly { monomer: string }[],
): string {
  const chains = sequences.map((sequence) => sequence.split(CHAIN_BREAK));
  const consensus = Array.from({ length: chains[0]?.length ?? 0 }, (_, chain) =>
    consensusOf(chains.map((texts) => texts[chain] ?? "")),
  ).join(CHAIN_BREAK);
  const [nearest] = references
    .filter(({ monomer }) => monomer.length === consensus.length)
    .map(({ monomer }) => ({ monomer, identity: sequenceIdentity(monomer, consensus) }))
    .toSorted((a, b) => b.identity - a.identity);
  return nearest !== undefined && nearest.identity >= SAME_PROTEIN ? nearest.monomer : consensus;
}
