import type { Change, Site } from "./change.ts";

/** Numbering under which the wild-type letters of mutations match a reference. */
export interface ProposedNumbering {
  first_position: number;
  /** Number of distinct matching sites, out of all compared sites. */
  agreeing: number;
  sites: number;
}

/** Maximum number of distinct sites to compare. */
const MAX_SITES = 500;
/** Minimum number of sites required to distinguish a numbering from a chance match. */
const MIN_SITES = 3;
/** Minimum share of matching sites for a numbering to be considered correct. */
const AGREEING_SHARE = 0.9;

/** Returns the distinct sites of changes that state a wild-type letter, up to the first 500. */
export function sitesOfChanges(rows: Iterable<readonly Change[]>): Site[] {
  const sites = new Map<string, Site>();
  for (const changes of rows) {
    for (const change of changes) {
      for (const site of change.kind === "SUBSTITUTION" ? [change.site] : [change.start, change.end]) {
        if (sites.size >= MAX_SITES) return [...sites.values()];
        if (site.residue !== null && site.residue !== "*") sites.set(`${site.residue}${site.position}`, site);
      }
    }
  }
  return [...sites.values()];
}

/**
 * Finds the number of the first residue for which the wild-type letters match the reference; 1 if several numbers match
 * equally well. Undefined if none matches, or if there are too few sites to decide.
 */
export function proposeNumbering(reference: string, sites: readonly Site[]): ProposedNumbering | undefined {
  const indices = new Map<string, number[]>();
  for (const [index, residue] of [...reference].entries()) {
    const known = indices.get(residue);
    if (known) known.push(index);
    else indices.set(residue, [index]);
  }
  const votes = new Map<number, number>();
  const compared = sites.slice(0, MAX_SITES);
  for (const { residue, position } of compared) {
    for (const index of indices.get(residue ?? "") ?? [])
      votes.set(position - index, (votes.get(position - index) ?? 0) + 1);
  }
  let best: ProposedNumbering | undefined;
  let isTied = false;
  for (const [first_position, agreeing] of votes) {
    if (best !== undefined && agreeing < best.agreeing) continue;
    isTied = agreeing === best?.agreeing;
    best = { first_position, agreeing, sites: compared.length };
  }
  const usual = votes.get(1) ?? 0;
  if (best === undefined || best.agreeing < AGREEING_SHARE * compared.length) return undefined;
  if (usual === best.agreeing) return { first_position: 1, agreeing: usual, sites: compared.length };
  return isTied || best.agreeing < MIN_SITES ? undefined : best;
}
