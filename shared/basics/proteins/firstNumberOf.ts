import { readMutations } from "./readMutations.ts";

/** Sequence of a variant, and its mutations as a code such as `V29A` (null if the variant has none). */
export interface CodedVariant {
  sequence: string;
  mutations: string | null;
}

/**
 * Determines how the residues of a reference are numbered: mutations such as `V29A` or `p.Val29Ala` name the position that
 * differs. Returns the number of the first residue, or null if nothing indicates it.
 */
export function firstNumberOf(variants: readonly CodedVariant[], reference: string): number | null {
  const votes = new Map<number, number>();
  for (const { sequence, mutations } of variants) {
    const read = mutations === null ? null : readMutations(mutations);
    const [change, ...others] = read && "changes" in read ? read.changes : [];
    if (change?.kind !== "SUBSTITUTION" || others.length > 0) continue;
    const { site, to } = change;
    const position = [...reference].findIndex((residue, index) => residue !== sequence[index]);
    if (position < 0 || reference[position] !== site.residue || sequence[position] !== to) continue;
    const first = site.position - position;
    votes.set(first, (votes.get(first) ?? 0) + 1);
  }
  return [...votes].sort(([, a], [, b]) => b - a)[0]?.[0] ?? null;
}
