import { GAP, residueIndices } from "../../sequences/aminoAcids.ts";
import type { DomainType } from "../domainProfile.ts";
import type { NumberedDomain } from "../numberDomains.ts";

/** Allele of a germline gene, as a file names it. */
export interface GermlineGene {
  /** Such as `IGHV1-2*02`. */
  name: string;
  /** Species in the header; null if the header has none. */
  species: string | null;
}

/** Protein for which one or several V genes code. */
export interface GermlineV {
  genes: GermlineGene[];
  /** Residue at each IMGT position up to the end of FR3, from position 1; gaps where there is none. */
  residues: Uint8Array;
}

/** Protein for which one or several J genes code. */
export interface GermlineJ {
  genes: GermlineGene[];
  residues: Uint8Array;
  /** Index of the residue at IMGT position 118. */
  anchor: number;
}

/** Germline genes by the type of their domains. */
export interface Germlines {
  v: Record<DomainType, GermlineV[]>;
  j: Record<DomainType, GermlineJ[]>;
}

/** Last position of the third framework, and first position of the fourth. */
const FR3_END = 104;
export const FR4_START = 118;

/** Returns the residue of a domain at each IMGT position up to the end of FR3; insertions are ignored. */
export function residuesToFr3(
  sequence: string,
  { start, numbers }: Pick<NumberedDomain, "start" | "numbers">,
): Uint8Array {
  const indices = residueIndices(sequence.slice(start, start + numbers.length));
  const residues = new Uint8Array(FR3_END).fill(GAP);
  for (const [at, number] of numbers.entries()) {
    const position = Number(number);
    if (position <= FR3_END) residues[position - 1] = indices[at]!;
  }
  return residues;
}
