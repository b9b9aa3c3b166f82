import {
  AMINO_ACIDS,
  isProtein,
  isWildType,
  Numbering,
  type NumberingStated,
  proposeNumbering,
} from "@pdp/basics/proteins";
import { normalizeSequence } from "@pdp/formats/proteins";
import type { FoundMutations, SeenColumn } from "./findMutations.ts";

/** Reference that is known without reading the file. */
export interface KnownReference extends NumberingStated {
  /** Name in the project; absent for a reference given in the request. */
  name?: string | undefined;
  monomer: string;
}

/** Minimum share of the wild-type letters that must match a reference. */
const AGREEING_SHARE = 0.9;

/** Reference that is known in advance or comes from a file column. */
export interface FileReference extends KnownReference {
  /** File column that contains it. */
  column?: string;
}

/** Numbering of a reference's residues in mutations. */
export interface Fit {
  numbering: NumberingStated;
  agreeing: number;
  sites: number;
  /** True if this is the reference's existing numbering. */
  isOwn: boolean;
}

/** Finds a numbering for which the wild-type letters of mutations match a reference; undefined if there is none. */
export function fitOf({ sites, mutations }: FoundMutations, reference: KnownReference): Fit | undefined {
  const { monomer, first_position, positions } = reference;
  const numbering = new Numbering(reference);
  const agreeing = sites.filter(
    ({ residue, position }) => monomer[numbering.indexOf(position)] === residue,
  ).length;
  const stated = { first_position, positions };
  const isMatrix = typeof mutations !== "string";
  if (sites.length === 0 && !isMatrix) return undefined;
  if (agreeing >= AGREEING_SHARE * sites.length)
    return { numbering: stated, agreeing, sites: sites.length, isOwn: true };
  const proposed = positions ? undefined : proposeNumbering(monomer, sites);
  if (proposed === undefined) return undefined;
  const { first_position: first, ...counts } = proposed;
  return { numbering: { first_position: first }, ...counts, isOwn: false };
}

/** Returns the reference in a column: its only sequence, or the one in the wild-type row. */
export function referenceIn(
  { proposed, cells }: SeenColumn,
  columns: readonly SeenColumn[],
  { mutations }: FoundMutations,
): FileReference[] {
  const values = new Set(cells.filter((cell) => cell !== null));
  const codes = columns.find((column) => column.proposed.name === mutations);
  const row =
    codes?.cells.findIndex((cell, at) => cell !== null && isWildType(cell) && cells[at] !== null) ?? -1;
  const sequence = values.size === 1 ? [...values][0] : cells[row];
  const monomer = normalizeSequence(sequence ?? "", { alphabet: AMINO_ACIDS });
  return isProtein(monomer) ? [{ monomer, column: proposed.name }] : [];
}
