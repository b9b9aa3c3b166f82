import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import { createSiteFitter, type SiteFitter, type SiteProblem } from "./siteFitter.ts";

/** Fitted conditional distributions of all sites, in shared memory. */
export interface SiteFits {
  /** Sites × sites × 20 × 20: (i, j, b, a) is J(a at i, b at j) as fitted for site i. */
  couplings: Float32Array;
  /** Sites × 20, including the prior. */
  fields: Float64Array;
}

/** Sites, shared by all threads. All arrays are in shared memory. */
export interface SiteWork {
  problem: SiteProblem;
  fits: SiteFits;
  /** State of each site: FREE, TAKEN or DONE. */
  states: Int32Array;
}

export const [FREE, TAKEN, DONE] = [0, 1, 2];

/** Fits sites until none are free. */
export function fitFreeSites({ problem, fits, states }: SiteWork): void {
  const letters = AMINO_ACID_COUNT;
  const blocks = problem.sites * letters * letters;
  let fitter: SiteFitter | undefined;
  for (let site = 0; site < problem.sites; site += 1) {
    if (Atomics.compareExchange(states, site, FREE, TAKEN) !== FREE) continue;
    fitter ??= createSiteFitter(problem);
    const couplings = fits.couplings.subarray(site * blocks, (site + 1) * blocks);
    fitter.fit(site, couplings, fits.fields.subarray(site * letters, (site + 1) * letters));
    Atomics.store(states, site, DONE);
  }
}
