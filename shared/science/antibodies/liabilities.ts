import { AMINO_ACIDS } from "@pdp/basics/proteins";

/** Kinds of sequence liabilities: motifs that often cause trouble in the development of an antibody. */
export const LIABILITIES = [
  "N_GLYCOSYLATION",
  "DEAMIDATION",
  "ISOMERIZATION",
  "OXIDATION",
  "FREE_CYSTEINE",
  "FRAGMENTATION",
  "INTEGRIN_BINDING",
] as const;
export type LiabilityKind = (typeof LIABILITIES)[number];

/** Words for the kinds in reports and pages. */
export const LIABILITY_WORDS: Record<LiabilityKind, string> = {
  N_GLYCOSYLATION: "N-glycosylation",
  DEAMIDATION: "deamidation",
  ISOMERIZATION: "isomerization",
  OXIDATION: "oxidation",
  FREE_CYSTEINE: "free cysteine",
  FRAGMENTATION: "fragmentation",
  INTEGRIN_BINDING: "integrin binding",
};

/** Residues allowed at each position of a motif. */
type Motif = readonly string[];

const NOT_PROLINE = AMINO_ACIDS.replace("P", "");

/**
 * Motifs of each kind. Sequon: Marshall 1972, Annu Rev Biochem 41:673. Deamidation and isomerization: the fast pairs of Robinson &
 * Robinson 2001, PNAS 98:944, and of Sydow et al. 2014, PLoS One 9:e100736. Acid-labile Asp-Pro: Piszkiewicz et al. 1970, BBRC
 * 40:1173. Integrins: Ruoslahti 1996, Annu Rev Cell Dev Biol 12:697.
 */
const MOTIFS: Record<LiabilityKind, readonly Motif[]> = {
  N_GLYCOSYLATION: [["N", NOT_PROLINE, "ST"]],
  DEAMIDATION: [["N", "GSTN"]],
  ISOMERIZATION: [["D", "GSTDH"]],
  OXIDATION: [["MW"]],
  FREE_CYSTEINE: [["C"]],
  FRAGMENTATION: [["D", "P"]],
  INTEGRIN_BINDING: [
    ["R", "GY", "D"],
    ["K", "G", "D"],
    ["L", "D", "V"],
  ],
};

/** Kinds that are single residues, which proteins also need: the disulfide bond, the core. */
const SINGLE_RESIDUES: readonly LiabilityKind[] = ["OXIDATION", "FREE_CYSTEINE"];

export interface Liability {
  kind: LiabilityKind;
  /** Zero-based index of its first residue. */
  position: number;
  /** Its residues, such as NGS. */
  motif: string;
}

/**
 * Finds the liabilities of one chain, in order of their positions. `paired` are the positions of cysteines in known disulfide
 * bonds, which are not liabilities. Overlapping motifs are all found. Runs in linear time.
 */
export function findLiabilities(sequence: string, paired: ReadonlySet<number> = new Set()): Liability[] {
  const liabilities: Liability[] = [];
  for (let position = 0; position < sequence.length; position += 1) {
    for (const kind of LIABILITIES) {
      if (kind === "FREE_CYSTEINE" && paired.has(position)) continue;
      const motif = MOTIFS[kind].find((candidate) => occursAt(candidate, sequence, position));
      if (motif)
        liabilities.push({ kind, position, motif: sequence.slice(position, position + motif.length) });
    }
  }
  return liabilities;
}

function occursAt(motif: Motif, sequence: string, position: number): boolean {
  return motif.every((residues, at) => {
    const letter = sequence[position + at];
    return letter !== undefined && residues.includes(letter);
  });
}

/** Motif that designs must not have. */
export interface ForbiddenLiability {
  /** Letters of the motif. */
  motif: string;
  /** True if the template may keep it wherever it has it. */
  isSingleResidue: boolean;
}

/** Returns the motifs of the given kinds as sequences of letters. */
export function liabilityMotifs(kinds: readonly LiabilityKind[]): ForbiddenLiability[] {
  return kinds.flatMap((kind) =>
    MOTIFS[kind].flatMap((motif) =>
      spelledOut(motif).map((letters) => ({
        motif: letters,
        isSingleResidue: SINGLE_RESIDUES.includes(kind),
      })),
    ),
  );
}

function spelledOut(motif: Motif): string[] {
  return motif.reduce(
    (words, residues) => words.flatMap((word) => [...residues].map((residue) => word + residue)),
    [""],
  );
}
