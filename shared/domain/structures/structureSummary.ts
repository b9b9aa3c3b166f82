import type { Structure, StructureResidue } from "@pdp/formats/proteins";
import { matchReference, type ReferenceMatch } from "./matchReference.ts";

/** Confidence below which a residue of a predicted structure is uncertain, in percent. */
const CERTAIN = 70;
/** Maximum number of items in each list of a summary. */
const MAX_LISTED = 100;

/** A project's reference, as far as a structure is compared with it. */
export interface SummaryReference {
  name: string;
  monomer: string;
}

/** What a structure contains, and how it differs from a project's references. Lists are cut; numbers count everything. */
export type StructureSummary = ReturnType<typeof structureSummary>;

/** Summarizes a structure for its artifact. */
export function structureSummary(structure: Structure, references: readonly SummaryReference[]) {
  const { id, title, isPredicted, residues, others, waters, models } = structure;
  const chains = Map.groupBy(residues, ({ chain }) => chain);
  const uncertain = residues.filter(({ confidence }) => confidence < CERTAIN);
  return {
    pdb_id: id || null,
    title,
    num_residues: residues.length,
    num_models: models,
    num_waters: waters,
    is_predicted: isPredicted,
    mean_confidence: isPredicted ? mean(residues.map(({ confidence }) => confidence)) : null,
    uncertain_residues: isPredicted ? numberRanges(uncertain) : [],
    chains: [...chains].slice(0, MAX_LISTED).map(([chain, of]) => ({
      chain,
      num_residues: of.length,
      first: of[0]!.position,
      last: of.at(-1)!.position,
      num_incomplete: of.filter(({ backbone }) => backbone === null).length,
    })),
    ligands: ligandsOf(others).slice(0, MAX_LISTED),
    references: references.flatMap((reference) => {
      const [match, ...copies] = matchReference(reference.monomer, structure);
      return match ? [matched(reference.name, match, copies)] : [];
    }),
  };
}

function mean(values: readonly number[]): number {
  return Math.round((10 * values.reduce((sum, value) => sum + value, 0)) / values.length) / 10;
}

function ligandsOf(
  others: Structure["others"],
): { name: string; chain: string; position: string; num_atoms: number }[] {
  const groups = Map.groupBy(others, ({ chain, residue, position }) => `${chain} ${residue} ${position}`);
  return [...groups.values()].map((atoms) => ({
    name: atoms[0]!.residue,
    chain: atoms[0]!.chain,
    position: atoms[0]!.position,
    num_atoms: atoms.length,
  }));
}

function matched(name: string, match: ReferenceMatch, copies: readonly ReferenceMatch[]) {
  const { chain, prefix, identity, residues, differences } = match;
  const missing = [...residues.keys()].filter((index) => residues[index] === null).map((index) => index + 1);
  return {
    reference: name,
    chain,
    copies: copies.map((copy) => copy.chain),
    identity: Math.round(1_000 * identity) / 1_000,
    num_shown: residues.length - missing.length,
    num_missing: missing.length,
    missing_positions: ranges(missing).slice(0, MAX_LISTED),
    differences: differences
      .slice(0, MAX_LISTED)
      .map(({ position, reference, structure }) => `${prefix}${reference}${position}${structure}`),
  };
}

/** Writes positions as ranges: `1-24`, `250`. */
function ranges(positions: readonly number[]): string[] {
  const result: [number, number][] = [];
  for (const position of positions) {
    const last = result.at(-1);
    if (last && position - last[1] <= 1) last[1] = position;
    else result.push([position, position]);
  }
  return result.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`));
}

/** Writes the numbers of residues as ranges, with their chain: `A:1-24`. */
function numberRanges(residues: readonly StructureResidue[]): string[] {
  const chains = Map.groupBy(residues, ({ chain }) => chain);
  return [...chains]
    .flatMap(([chain, of]) => ranges(of.map(({ number }) => number)).map((range) => `${chain}:${range}`))
    .slice(0, MAX_LISTED);
}
