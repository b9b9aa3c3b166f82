import { reverseComplement } from "../backTranslation/avoidedSite.ts";
import { annealingSites } from "./annealingSites.ts";
import type { PrimerMethod, PrimerPair } from "./mutagenesisPrimers.ts";

/** Circular DNA that a reaction makes, or why it makes none. */
export type Product = { circular: string } | { problem: string };

/** Minimum number of bases by which fragments are assembled. */
const MIN_OVERLAP = 15;

/**
 * Simulates a mutagenesis from the sequences of the primers alone. A primer anneals wherever its last 15 bases match the circular
 * template on either strand; it must anneal at exactly one place. Back-to-back pairs amplify the plasmid, one after the other,
 * and the ends are ligated. Overlapping pairs amplify a fragment from each forward primer to the next reverse primer, and the
 * fragments are assembled at their overlaps.
 */
export function simulateReaction(
  template: string,
  pairs: readonly PrimerPair[],
  method: PrimerMethod,
): Product {
  if (method === "BACK_TO_BACK") {
    let circular = template;
    for (const { forward, reverse } of pairs) {
      const fragment = amplify(circular, forward.sequence, reverse.sequence);
      if ("problem" in fragment) return fragment;
      circular = fragment.dna;
    }
    return { circular };
  }
  const fragments: string[] = [];
  for (const [index, { forward }] of pairs.entries()) {
    const next = pairs[(index + 1) % pairs.length] as PrimerPair;
    const fragment = amplify(template, forward.sequence, next.reverse.sequence);
    if ("problem" in fragment) return fragment;
    fragments.push(fragment.dna);
  }
  return assembled(fragments);
}

/** Returns the product of a polymerase chain reaction on circular DNA, from the forward primer to the reverse one. */
export function amplify(
  circular: string,
  forward: string,
  reverse: string,
): { dna: string } | { problem: string } {
  const starts = annealingSites(circular, forward);
  const ends = annealingSites(circular, reverse);
  for (const [name, sites] of [
    ["forward", starts],
    ["reverse", ends],
  ] as const) {
    if (sites.length !== 1)
      return {
        problem:
          sites.length === 0
            ? `The ${name} primer does not anneal to the template.`
            : `The 3′ end of the ${name} primer anneals at ${sites.length} places of the template, so the product is ambiguous.`,
      };
  }
  const [start] = starts;
  const [end] = ends;
  if (start?.strand === -1 && end?.strand === 1)
    return amplify(reverseComplement(circular), forward, reverse);
  if (start?.strand !== 1 || end?.strand !== -1)
    return { problem: "Both primers anneal to the same strand of the template." };
  const { length } = circular;
  // Both positions are the first base beyond the 3′ end, in the direction of the synthesis of the top strand.
  const from = start.at % length;
  const between = (end.at - from + length) % length;
  const middle = (circular + circular).slice(from, from + between);
  return { dna: forward + middle + reverseComplement(reverse) };
}

/** Joins fragments to a circle; each overlaps the next one, and the last one the first. */
function assembled(fragments: readonly string[]): Product {
  let circular = "";
  for (const [index, fragment] of fragments.entries()) {
    const shared = overlapOf(fragment, fragments[(index + 1) % fragments.length] as string);
    if (shared === 0) return { problem: `Fragment ${index + 1} does not overlap the next one.` };
    circular += fragment.slice(0, fragment.length - shared);
  }
  return { circular };
}

/**
 * Returns the longest end of one fragment that starts another; 0 if it is too short to assemble. A single fragment overlaps
 * itself by at most half.
 */
function overlapOf(a: string, b: string): number {
  const maxOverlap = a === b ? Math.floor(a.length / 2) : Math.min(a.length, b.length) - 1;
  const start = b.slice(0, MIN_OVERLAP);
  for (let at = a.indexOf(start, a.length - maxOverlap); at >= 0; at = a.indexOf(start, at + 1)) {
    const length = a.length - at;
    if (length >= MIN_OVERLAP && b.startsWith(a.slice(at))) return length;
  }
  return 0;
}

/** Tells whether two circular sequences are the same. */
export function isSameCircle(a: string, b: string): boolean {
  return a.length === b.length && (a + a).includes(b);
}
