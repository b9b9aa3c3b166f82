import type { AvoidedSite } from "./avoidedSite.ts";
import type { CodonTable } from "./codonTable.ts";
import type { GcLimits } from "./dnaFaults.ts";

/** Wishes for the DNA of proteins. */
export interface DnaWishes {
  codons: CodonTable;
  avoid: readonly AvoidedSite[];
  gc: GcLimits | null;
  /** Longest run of one base. */
  maxHomopolymer: number | null;
  /** Maximum length of a sequence that occurs again, on either strand. */
  maxRepeat: number | null;
  /** Bases before and after the coding sequence, in capital letters of A, C, G and T. They are never changed. */
  prefix: string;
  suffix: string;
}
