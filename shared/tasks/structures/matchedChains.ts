import { DataProblem } from "@pdp/basics/errors";
import { chainsOf } from "@pdp/basics/proteins";
import type { ReferenceMatch } from "#shared/domain/structures/matchReference.ts";

/** Distance between CA atoms below which two residues are in contact, in angstrom. */
const CONTACT = 12;
/** Words for the chains of a reference. */
const WORDS = { monomer: "the reference", vh: "the heavy chain (vh)", vl: "the light chain (vl)" };

/**
 * Returns the match of each chain of a reference: the best one for the first chain and, for the second, the copy with the most contacts to
 * it, because a structure may contain several antibodies. Throws a `DataProblem` if a chain has no match.
 */
export function matchedChains(reference: string, matches: readonly ReferenceMatch[]): ReferenceMatch[] {
  const used: ReferenceMatch[] = [];
  for (const { name, start, end } of chainsOf(reference)) {
    if (start === end) continue;
    const candidates = matches.filter(({ of }) => of === name);
    const [first] = used;
    const contacts = candidates.map((match) => (first ? contactsBetween(first, match) : 0));
    const best = candidates[contacts.indexOf(Math.max(...contacts))];
    if (!best)
      throw new DataProblem(
        `No chain of the structure has half of its residues in common with ${WORDS[name]}. Choose the structure of this protein, or check the reference.`,
      );
    used.push(best);
  }
  return used;
}

function contactsBetween(a: ReferenceMatch, b: ReferenceMatch): number {
  const [places, others] = [placesOf(a), placesOf(b)];
  return places.reduce(
    (sum, from) =>
      sum + others.filter((to) => Math.hypot(...from.map((at, axis) => at - to[axis]!)) < CONTACT).length,
    0,
  );
}

/** Returns the places of the CA atoms. */
function placesOf({ residues }: ReferenceMatch): number[][] {
  return residues.flatMap((residue) => (residue?.backbone ? [residue.backbone.slice(3, 6)] : []));
}
