import type { Random } from "@pdp/basics/statistics";
import { AMINO_ACID_COUNT } from "@pdp/science/sequences";
import { PROPERTIES } from "#test/support/landscapes/residueProperties.ts";

const SITES = 3;
const SIZE = AMINO_ACID_COUNT ** SITES;
/** Fraction of the residues that eliminate nearly all activity on a mostly dead landscape, and the activity that remains. */
const [LETHAL, DEAD] = [0.45, 0.003];

/** Kinds of three-site landscape: based on residue properties, based on pairs and triples, and mostly dead. */
export const THREE_SITES = ["smooth", "rugged", "dead"] as const;

/** Draws the values of all variants of three sites, indexed by their residues as base-20 digits. */
export function threeSites(random: Random, kind: (typeof THREE_SITES)[number]): Float64Array {
  const byProperties = (): Float64Array => {
    const optimum = [random.normal(), random.normal(), random.normal()];
    return Float64Array.from(
      { length: AMINO_ACID_COUNT },
      (_, residue) =>
        -0.4 * optimum.reduce((sum, best, at) => sum + (PROPERTIES[residue]![at]! - best) ** 2, 0),
    );
  };
  const drawn = (size: number, spread: number): Float64Array =>
    Float64Array.from({ length: size }, () => spread * random.normal());
  const isRugged = kind === "rugged";
  const singles = Array.from({ length: SITES }, () => (isRugged ? drawn(20, 0.6) : byProperties()));
  const pairs = Array.from({ length: SITES }, () => drawn(400, isRugged ? 0.7 : 0.2));
  const triple = drawn(SIZE, isRugged ? 0.5 : 0);
  const isLethal = Array.from({ length: 3 * 20 }, () => kind === "dead" && random.uniform() < LETHAL);
  return Float64Array.from({ length: SIZE }, (_, code) => {
    const residues = [Math.floor(code / 400), Math.floor(code / 20) % 20, code % 20] as const;
    if (residues.some((residue, site) => isLethal[site * 20 + residue]))
      return DEAD * Math.exp(0.5 * random.normal());
    const sum = residues.reduce((total, residue, site) => {
      const next = residues[(site + 1) % SITES]!;
      return total + singles[site]![residue]! + pairs[site]![20 * residue + next]!;
    }, triple[code]!);
    return Math.exp(sum);
  });
}
