import { chainsOf } from "@pdp/basics/proteins";
import type { LiabilityKind } from "../antibodies/liabilities.ts";

/** Generators of candidates, as the search reads them. Positions are zero-based, and the end of a range is exclusive. */

/** Ranges of positions by the name of a chain, or by the alias of a generator. */
export type RangesByName = Record<string, [from: number, to: number][]>;

export interface Requirement {
  apply_to: { ranges: RangesByName };
  motifs: string[];
  /** `keep` keeps the template's residues within the ranges, and has no motifs. */
  operator: "none" | "any" | "all" | "keep";
}

/** Fields of a generator that mutates a template. An absent field has its default. */
export interface MutationRules {
  requirements?: Requirement[] | null | undefined;
  discourage_mutations: { ranges: RangesByName } | null;
  allow_start_mutation?: boolean | null | undefined;
  min_mutations?: number | null | undefined;
  max_mutations?: number | null | undefined;
  forbid_liabilities?: LiabilityKind[] | null | undefined;
  alias: string | null;
}

/** Generator whose candidates follow a sampler. */
export interface Generator extends MutationRules {
  type: "MODEL_BASED";
  template: { kind: "MONOMER" | "VHVL"; assembly: { monomer: string }; sampler: { artifact_id: string } };
  allow_indels?: boolean | null | undefined;
}

/** Member of a combination; its template is that of the combination. */
export type Member =
  | ({ type: "MODEL_BASED" } & MutationRules)
  | { type: "EXPLICIT"; sequences: string[]; alias: string | null }
  | ({ type: "COMBINATORIAL"; positions: { position: number; residues: string }[] } & Omit<
      MutationRules,
      "discourage_mutations" | "allow_start_mutation"
    >);

/** How generators are combined. */
export type Combination = "PARALLEL" | "SEQUENTIAL" | "CHAINED";

type Loc = (string | number)[];

/** Generator in plain form, regardless of the form in which it was specified. */
export interface GeneratorLeaf<Source = unknown> {
  node: "GENERATOR";
  /** Path of the generator within the specified generator. */
  loc: Loc;
  /** Path of its template. */
  templateLoc: Loc;
  /** Explicit name or, if there is none, the name of its combination. */
  alias: string | null;
  /** Template sequence; null for listed sequences without a template. */
  monomer: string | null;
  /** Artifact of the sampler, if there is one. */
  samplerId: string | null;
  member: Member;
  /** Rows that contain its sequences, if `member` does not list them. */
  source: Source | null;
  /** True if each position also allows the template's residue, in addition to the specified residues. */
  keepsResidues: boolean;
}

export interface GeneratorBranch<Source = unknown> {
  node: Combination;
  loc: Loc;
  members: CandidateTree<Source>[];
}

export type CandidateTree<Source = unknown> = GeneratorLeaf<Source> | GeneratorBranch<Source>;

/** Returns the plain generators of a tree, in the order in which they were specified. */
export function leavesOf<Source>(tree: CandidateTree<Source>): GeneratorLeaf<Source>[] {
  return tree.node === "GENERATOR" ? [tree] : tree.members.flatMap(leavesOf<Source>);
}

/** Maximum number of listed sequences that another generator may use as its starting points. */
export const MAX_STARTS = 50;
export const DEFAULT_MINIMUM = 1;
export const DEFAULT_MAXIMUM = 8;

/** Maximum number of rounds in a search; more rounds would make the designs of `engineer` more similar. */
export const ENGINEER_ROUNDS = 15;
export const DIVERSIFY_ROUNDS = 60;

/** Returns the first positions of chains that are fixed. By default, a chain that starts with M keeps its M. */
export function keptStarts({
  template,
  allow_start_mutation,
}: {
  template: { assembly: { monomer: string } };
  allow_start_mutation?: boolean | null | undefined;
}): number[] {
  if (allow_start_mutation === true) return [];
  const { monomer } = template.assembly;
  return chainsOf(monomer).flatMap(({ start }) => (monomer[start] === "M" ? [start] : []));
}
