import type { DomainResidue } from "../antibody/domainResidues.ts";

/** Consecutive residues that are drawn alike. */
export interface MarkedRun {
  /** Index of the first residue. */
  at: number;
  run: string;
  isSame: boolean;
  /** Complementarity-determining region; null outside them. */
  cdr: string | null;
}

/** Splits a part of a sequence into runs that all match the reference or all differ from it, and belong to the same region. */
export function markedRuns(
  sequence: string,
  reference: string,
  residues: readonly (DomainResidue | null)[],
  [start, end]: readonly [start: number, end: number],
): MarkedRun[] {
  const runs: MarkedRun[] = [];
  for (let at = start; at < end; at += 1) {
    const region = residues[at]?.region ?? "";
    const isSame = sequence[at] === reference[at];
    const cdr = region.startsWith("CDR") ? region : null;
    const last = runs.at(-1);
    if (last?.isSame === isSame && last.cdr === cdr) last.run += sequence[at];
    else runs.push({ at, run: sequence[at] ?? "", isSame, cdr });
  }
  return runs;
}
