/** Share of the combinations of codons that a library should contain at least once. */
const COVERAGE = 0.95;

/**
 * Returns the number of clones after which each of `size` equally frequent combinations is expected with a probability of 95 %
 * (Reetz, Kahakeaw & Lohmer 2008, ChemBioChem 9:1797; Patrick & Firth 2005, Biomol. Eng. 22:105).
 */
export function clonesForCoverage(size: number): number {
  if (size <= 1) return 1;
  return Math.ceil(Math.log1p(-COVERAGE) / Math.log1p(-1 / size));
}
