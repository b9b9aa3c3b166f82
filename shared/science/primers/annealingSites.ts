import { reverseComplement } from "../backTranslation/avoidedSite.ts";

/** Number of bases at the 3′ end of a primer that must match the template. */
const SEED_BASES = 15;

export interface AnnealingSite {
  strand: 1 | -1;
  /** On the top strand, the base after the 3′ end; on the bottom strand, the base at the 3′ end. */
  at: number;
}

/** Finds the places where the 3′ end of a primer anneals to circular DNA, on both strands; stops after `maxSites` sites. */
export function annealingSites(
  circular: string,
  primer: string,
  maxSites = Number.POSITIVE_INFINITY,
): AnnealingSite[] {
  const seed = primer.slice(-SEED_BASES);
  const open = circular + circular.slice(0, seed.length - 1);
  const sites: AnnealingSite[] = [];
  for (let at = open.indexOf(seed); at >= 0 && sites.length < maxSites; at = open.indexOf(seed, at + 1))
    sites.push({ strand: 1, at: at + seed.length });
  const turned = reverseComplement(seed);
  for (let at = open.indexOf(turned); at >= 0 && sites.length < maxSites; at = open.indexOf(turned, at + 1))
    sites.push({ strand: -1, at });
  return sites;
}
