import type { Structure } from "@pdp/formats/proteins";
import { matchReference } from "#shared/domain/structures/matchReference.ts";

/** Amino acid of a structure, with its position in a reference. */
export interface LocatedResidue {
  /** Identifies the residue in the file: its chain and number. */
  key: string;
  chain: string;
  /** Number in the file, with its insertion code. */
  number: string;
  letter: string;
  /** B-factor; the confidence in predicted structures. */
  confidence: number;
  /** Index in the reference; null for residues of other proteins. */
  index: number | null;
}

/** Maximum number of pairs of residues that are aligned: the browser computes them at once. */
const MAX_PAIRS = 40_000_000;

/** Returns the key of a residue or of an atom in it. */
export function residueKey(chain: string, number: string): string {
  return `${chain.trim()} ${number.trim()}`;
}

/** Locates the residues of the chain that matches a reference, and of its copies, by alignment. */
export function locateResidues(
  { residues }: Pick<Structure, "residues">,
  reference: string | null,
): LocatedResidue[] {
  const indexes = new Map<Structure["residues"][number], number>();
  if (reference !== null && residues.length * reference.length <= MAX_PAIRS) {
    for (const match of matchReference(reference, { residues })) {
      for (const [index, residue] of match.residues.entries()) if (residue) indexes.set(residue, index);
    }
  }
  return residues.map((residue) => ({
    key: residueKey(residue.chain, residue.position),
    chain: residue.chain,
    number: residue.position,
    letter: residue.letter,
    confidence: residue.confidence,
    index: indexes.get(residue) ?? null,
  }));
}
