import { type LiabilityKind, liabilityMotifs } from "../../antibodies/liabilities.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";
import { chainSpans } from "../../sequences/chainSpans.ts";
import type { ForbiddenMotif } from "./forbiddenMotifs.ts";

/**
 * Returns the motifs of liabilities, and where designs must not have them: everywhere, except where the template has them at
 * positions that do not mutate. Single residues, such as the cysteines of a disulfide bond, may stay wherever the template has them.
 */
export function forbiddenLiabilities(
  template: Uint8Array,
  mutable: Uint8Array,
  kinds: readonly LiabilityKind[],
): ForbiddenMotif[] {
  return liabilityMotifs(kinds).map(({ motif, isSingleResidue }) => {
    const residues = residueIndices(motif);
    const isKept = (start: number): boolean =>
      residues.every((residue, at) => template[start + at] === residue) &&
      (isSingleResidue || residues.every((_, at) => mutable[start + at] === 0));
    return { motif: residues, ranges: rangesOfStarts(template, residues.length, isKept) };
  });
}

/** Returns ranges in which a motif of the given length can start anywhere but where it is exempt. */
function rangesOfStarts(
  template: Uint8Array,
  length: number,
  isExempt: (start: number) => boolean,
): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { start: first, end } of chainSpans(template)) {
    let from = first;
    for (let start = first; start + length <= end + 1; start += 1) {
      const isLast = start + length === end + 1;
      if (!isLast && !isExempt(start)) continue;
      if (start > from) ranges.push([from, start + length - 1]);
      from = start + 1;
    }
  }
  return ranges;
}
