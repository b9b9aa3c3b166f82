import { type ChainName, chainsOf } from "@pdp/basics/proteins";
import type { Structure, StructureResidue } from "@pdp/formats/proteins";
import { alignPair, GAP, residueIndices } from "@pdp/science/sequences";

/** A chain is one of the protein if at least this share of its aligned residues is the same. */
const LEAST_IDENTITY = 0.5;
/** Further chains with less identity are other proteins, such as paralogs. */
const COPY_IDENTITY = 0.9;
/** Smallest number of residues that are the same; half of the reference is enough for a peptide. */
const LEAST_SAME = 15;

/** A chain of a structure, aligned to a chain of a reference. */
export interface ReferenceMatch {
  chain: string;
  /** Chain of the reference, and the prefix of its mutations. */
  of: ChainName;
  prefix: string;
  /** Share of the aligned residues that are the same, from 0 to 1. */
  identity: number;
  /** For each position of the reference, the residue of the chain, or null if the chain does not show it. Two chains are joined. */
  residues: readonly (StructureResidue | null)[];
  /** Positions (from 1 in the chain of the reference) where the structure has another amino acid. */
  differences: readonly { position: number; reference: string; structure: string; number: string }[];
}

/**
 * Aligns the chains of a structure to those of a reference. Returns the ones that are the same protein, for each chain of the reference
 * the best one first: further ones are copies of it.
 */
export function matchReference(
  reference: string,
  { residues }: Pick<Structure, "residues">,
): ReferenceMatch[] {
  const chains = Map.groupBy(residues, ({ chain }) => chain);
  return chainsOf(reference).flatMap(({ name, prefix, start, end }) => {
    if (start === end) return [];
    const before = new Array<null>(start).fill(null);
    const after = new Array<null>(reference.length - end).fill(null);
    return matchChain(reference.slice(start, end), chains).map((match) => ({
      ...match,
      of: name,
      prefix,
      residues: [...before, ...match.residues, ...after],
    }));
  });
}

type ChainMatch = Omit<ReferenceMatch, "of" | "prefix">;

function matchChain(
  reference: string,
  chains: ReadonlyMap<string, readonly StructureResidue[]>,
): ChainMatch[] {
  return [...chains]
    .map(([chain, of]) => alignChain(reference, chain, of))
    .filter(
      (match) =>
        sameCount(match) >= Math.min(LEAST_SAME, Math.ceil(reference.length / 2)) &&
        match.identity >= LEAST_IDENTITY,
    )
    .toSorted((a, b) => sameCount(b) - sameCount(a))
    .filter(({ identity }, index) => index === 0 || identity >= COPY_IDENTITY);
}

function sameCount({ residues, differences }: ChainMatch): number {
  return residues.filter((residue) => residue !== null).length - differences.length;
}

function alignChain(reference: string, chain: string, of: readonly StructureResidue[]): ChainMatch {
  const aligned = alignPair(
    residueIndices(reference),
    residueIndices(of.map(({ letter }) => letter).join("")),
    {
      chargeEnds: false,
    },
  );
  const residues: (StructureResidue | null)[] = [];
  let next = 0;
  for (const [column, letter] of aligned.first.entries()) {
    const isShown = aligned.second[column] !== GAP;
    if (letter !== GAP) residues.push(isShown ? of[next]! : null);
    if (isShown) next += 1;
  }
  const differences = residues.flatMap((residue, index) =>
    residue === null || residue.letter === reference[index]
      ? []
      : [
          {
            position: index + 1,
            reference: reference[index]!,
            structure: residue.letter,
            number: residue.position,
          },
        ],
  );
  const shown = residues.filter((residue) => residue !== null).length;
  return { chain, identity: shown === 0 ? 0 : 1 - differences.length / shown, residues, differences };
}
