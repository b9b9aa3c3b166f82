import { AMINO_ACID_COUNT, GAP, residueIndices } from "../../sequences/aminoAcids.ts";
import type { NumberedDomain } from "../numberDomains.ts";
import {
  FR4_START,
  type GermlineGene,
  type GermlineJ,
  type Germlines,
  type GermlineV,
  residuesToFr3,
} from "./germlines.ts";

/** Germline genes that are the closest to a domain, all of them equally close. */
export interface ClosestGenes {
  genes: GermlineGene[];
  /** Number of residues that were compared, and the share of them that is identical. */
  compared: number;
  identity: number;
}

/** Closest V and J gene of a domain; null if there is none. */
export interface GermlineOrigin {
  v: ClosestGenes | null;
  j: ClosestGenes | null;
}

/**
 * Finds the germline genes that are the closest to a domain with IMGT numbers.
 *
 * V genes are compared at the positions 1 to 104 (FR1 to FR3) that lie within the domain. A residue without a counterpart is a
 * difference; insertions and unknown residues are not compared. The closest gene has the highest share of identical residues.
 *
 * J genes are compared from position 118 to the end of FR4, and backward from 117 as far as the number of identical minus different residues
 * increases, because the start of a J gene is often lost. The closest gene has the highest such number, and the most identical residues
 * among those.
 */
export function closestGenes(sequence: string, domain: NumberedDomain, { v, j }: Germlines): GermlineOrigin {
  const compareJ = jComparison(sequence, domain);
  return {
    v: withIdentity(closestV(residuesToFr3(sequence, domain), v[domain.type])),
    j: withIdentity(compareJ && closestJ(j[domain.type], compareJ)),
  };
}

/** First position of the third complementarity-determining region in the IMGT numbering. */
const CDR3_START = 105;

interface Comparison {
  identical: number;
  compared: number;
}

/** Genes that are equally close. */
interface Found extends Comparison {
  genes: GermlineGene[];
}

function withIdentity(closest: Found | null): ClosestGenes | null {
  if (closest === null) return null;
  const { genes, identical, compared } = closest;
  return { genes, compared, identity: identical / compared };
}

/** Returns the V genes with the highest share of identical residues; null if none has an identical residue. */
function closestV(domain: Uint8Array, genes: readonly GermlineV[]): Found | null {
  const best: Found = { genes: [], identical: 0, compared: 1 };
  const first = Math.max(
    0,
    domain.findIndex((residue) => residue !== GAP),
  );
  const end = domain.findLastIndex((residue) => residue !== GAP) + 1;
  /** Number of differences above which a gene cannot be the closest one, because it is compared at no more than all positions. */
  let maxDifferent = end - first;
  for (const { genes: named, residues } of genes) {
    let [identical, different] = [0, 0];
    for (let at = first; at < end && different <= maxDifferent; at += 1) {
      const [here, germlineResidue] = [domain[at]!, residues[at]!];
      if (here > GAP || germlineResidue > GAP) continue;
      if (here !== germlineResidue) different += 1;
      else if (here !== GAP) identical += 1;
    }
    const compared = identical + different;
    const gain = identical * best.compared - best.identical * compared;
    if (different > maxDifferent || gain < 0 || identical === 0) continue;
    if (gain > 0) Object.assign(best, { genes: [], identical, compared });
    best.genes.push(...named);
    maxDifferent = Math.ceil(((end - first) * (best.compared - best.identical)) / best.compared);
  }
  return best.identical === 0 ? null : best;
}

/** Returns the J genes with the highest number of identical minus different residues; null if none has an identical residue. */
function closestJ(genes: readonly GermlineJ[], compare: (gene: GermlineJ) => Comparison): Found | null {
  let best: Found | null = null;
  for (const gene of genes) {
    const { identical, compared } = compare(gene);
    if (identical === 0) continue;
    const gain = best && (scoreOf({ identical, compared }) - scoreOf(best) || identical - best.identical);
    if (best && gain === 0) best.genes.push(...gene.genes);
    else if (gain === null || gain > 0) best = { genes: [...gene.genes], identical, compared };
  }
  return best;
}

function scoreOf({ identical, compared }: Comparison): number {
  return 2 * identical - compared;
}

/** Returns a function that compares J genes with the end of a domain; null if the domain has no fourth framework. */
function jComparison(
  sequence: string,
  { start, numbers }: NumberedDomain,
): ((gene: GermlineJ) => Comparison) | null {
  const anchor = numbers.indexOf(`${FR4_START}`);
  if (anchor < 0) return null;
  const loop = numbers.findIndex((number) => Number.parseInt(number, 10) >= CDR3_START);
  const residues = residueIndices(sequence.slice(start, start + numbers.length));
  return (gene) => {
    let [identical, compared] = [0, 0];
    for (let at = 0; anchor + at < residues.length && gene.anchor + at < gene.residues.length; at += 1) {
      const residue = residues[anchor + at]!;
      if (residue >= AMINO_ACID_COUNT) continue;
      compared += 1;
      if (residue === gene.residues[gene.anchor + at]) identical += 1;
    }
    const end = { identical, compared };
    for (let at = 1; anchor - at >= loop && at <= gene.anchor; at += 1) {
      compared += 1;
      if (residues[anchor - at] === gene.residues[gene.anchor - at]) identical += 1;
      if (scoreOf({ identical, compared }) > scoreOf(end)) Object.assign(end, { identical, compared });
    }
    return end;
  };
}
