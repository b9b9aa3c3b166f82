import { AMINO_ACID_COUNT, residueIndices } from "../sequences/aminoAcids.ts";
import { BLOSUM62_BACKGROUND, substitutionProbabilities } from "../sequences/blosum62.ts";
import { ALIGNED_DOMAINS } from "./data/alignedDomains.ts";

/** Heavy chain (also of single-domain antibodies), kappa or lambda light chain. */
export type DomainType = "H" | "K" | "L";
export const DOMAIN_TYPES: readonly DomainType[] = ["H", "K", "L"];

/** Columns of the IMGT unique numbering: frameworks, and the loops between them (Lefranc et al. 2003). */
export const FRAMEWORKS: readonly (readonly [first: number, last: number])[] = [
  [1, 26],
  [39, 55],
  [66, 104],
  [118, 128],
];

/** Profile of the framework columns of one type, in order. */
export interface DomainProfile {
  type: DomainType;
  /** IMGT position of each column. */
  positions: Uint8Array;
  /** Index of the column after each framework. */
  ends: readonly number[];
  /** Columns × 20: log odds of the residues, in bits. */
  scores: Float64Array;
  /** Cost in bits of a column without a residue, and the cost of one with a residue where there is usually none. */
  skipped: Float64Array;
  present: Float64Array;
}

/** Number of sequences that the substitution matrix is equivalent to at each column. */
const PSEUDO_COUNT = 5;
/** Limits on the share of sequences with a gap in a column. */
const [MIN_SHARE, MAX_SHARE] = [1e-4, 0.98];

let profiles: readonly DomainProfile[] | undefined;

/** Returns the profiles of all types; they are computed once. */
export function domainProfiles(): readonly DomainProfile[] {
  profiles ??= DOMAIN_TYPES.map(profileOf);
  return profiles;
}

function profileOf(type: DomainType): DomainProfile {
  const rows = ALIGNED_DOMAINS.filter((domain) => domain.type === type).map(({ residues }) =>
    residueIndices(residues),
  );
  const positions = FRAMEWORKS.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, at) => first + at),
  );
  const replaced = substitutionProbabilities().data;
  const scores = new Float64Array(positions.length * AMINO_ACID_COUNT);
  const [skipped, present] = [new Float64Array(positions.length), new Float64Array(positions.length)];
  for (const [column, position] of positions.entries()) {
    const residues = rows.map((row) => row[position - 1]!).filter((residue) => residue < AMINO_ACID_COUNT);
    const share = (rows.length - residues.length) / rows.length;
    const gaps = Math.min(MAX_SHARE, Math.max(MIN_SHARE, share));
    skipped[column] = -Math.log2(gaps);
    present[column] = -Math.log2(1 - gaps);
    for (let residue = 0; residue < AMINO_ACID_COUNT; residue += 1) {
      const expected =
        residues.length === 0
          ? BLOSUM62_BACKGROUND[residue]!
          : residues.reduce((sum, from) => sum + replaced[from * AMINO_ACID_COUNT + residue]!, 0) /
            residues.length;
      const count = residues.filter((aligned) => aligned === residue).length;
      const share = (count + PSEUDO_COUNT * expected) / (residues.length + PSEUDO_COUNT);
      scores[column * AMINO_ACID_COUNT + residue] = Math.log2(share / BLOSUM62_BACKGROUND[residue]!);
    }
  }
  let end = 0;
  const ends = FRAMEWORKS.map(([first, last]) => {
    end += last - first + 1;
    return end;
  });
  return { type, positions: Uint8Array.from(positions), ends, scores, skipped, present };
}
