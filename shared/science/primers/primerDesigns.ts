import type { AvoidedSite } from "../backTranslation/avoidedSite.ts";
import type { CodonTable } from "../backTranslation/codonTable.ts";
import { sitesIn } from "../backTranslation/sitesIn.ts";
import { type CodingRegion, codingEdits, type Edit, residueEdits } from "./codingEdits.ts";
import {
  MAX_ANNEALING,
  mutagenesisPrimers,
  type PrimerOptions,
  type PrimerPair,
} from "./mutagenesisPrimers.ts";
import { isSameCircle, simulateReaction } from "./simulateReaction.ts";

/** Primers of a design, which were tried in a simulated reaction, or why there are none. */
export type DesignPrimers = { pairs: PrimerPair[]; bases: number; newSites: string[] } | { problem: string };

/** Plasmid, opened at a distance from its coding region so that no primer is across the ends. */
export interface OpenPlasmid {
  dna: string;
  /** First base of the coding region. */
  start: number;
}

export interface WrittenCodons {
  codons: CodonTable;
  avoid: readonly AvoidedSite[];
}

/** Opens a plasmid in the middle of its other half; null if too little of it is outside the coding region. */
export function openPlasmid({ template, start }: CodingRegion, codingBases: number): OpenPlasmid | null {
  const beside = Math.floor((template.length - codingBases) / 2);
  if (beside < 2 * MAX_ANNEALING) return null;
  const cut = (start - beside + template.length) % template.length;
  return { dna: template.slice(cut) + template.slice(0, cut), start: beside };
}

/** Designs primers that turn the parent into a variant. */
export function variantPrimers(
  plasmid: OpenPlasmid,
  parent: string,
  variant: string,
  written: WrittenCodons,
  options: PrimerOptions,
): DesignPrimers {
  const edits = codingEdits(plasmid.dna, plasmid.start, residueEdits(parent, variant), written);
  return editPrimers(plasmid, edits, written.avoid, options);
}

/** Designs primers for changes of a plasmid, and tries them in a simulated reaction. */
export function editPrimers(
  { dna }: OpenPlasmid,
  edits: readonly Edit[],
  avoid: readonly AvoidedSite[],
  options: PrimerOptions,
): DesignPrimers {
  if (edits.length === 0) return { problem: "The sequence is that of the template. It needs no primers." };
  const designed = mutagenesisPrimers(dna, edits, options);
  if ("problem" in designed) return designed;
  const product = simulateReaction(dna, designed.pairs, options.method);
  if ("problem" in product) return product;
  const expected = edited(dna, edits);
  if (!isSameCircle(product.circular, expected))
    return { problem: "The simulated reaction makes other DNA, because parts of the template are repeated." };
  const before = sitesIn(dna, avoid).map(({ label }) => label);
  const after = sitesIn(expected, avoid).map(({ label }) => label);
  const count = (labels: string[], label: string): number =>
    labels.filter((candidate) => candidate === label).length;
  const newSites = [...new Set(after)].filter((label) => count(after, label) > count(before, label));
  return { ...designed, bases: expected.length, newSites };
}

/** Applies changes to DNA. */
function edited(dna: string, edits: readonly Edit[]): string {
  return edits.reduceRight(
    (text, { from, to, dna: fresh }) => text.slice(0, from) + fresh + text.slice(to),
    dna,
  );
}
