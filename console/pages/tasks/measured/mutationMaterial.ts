import { isProtein, Numbering, type NumberingStated } from "@pdp/basics/proteins";
import type { TrainedMutations } from "#client/requests/trainRequest.ts";
import type { FoundMutations, SeenColumn } from "#shared/proposals/findMutations.ts";
import { fitOf, type KnownReference, referenceIn } from "#shared/proposals/fitReference.ts";

/** Columns that may contain mutations in a notation that a training run can read. */
type Trainable = FoundMutations & { mutations: TrainedMutations };

/** Rows of a table that describes its variants only by mutations. */
export interface MutationMaterial {
  columns: SeenColumn[];
  /** Possible mutation columns, most likely first. */
  candidates: readonly [Trainable, ...Trainable[]];
  /** Project references. */
  known: KnownReference[];
}

/** How mutations are converted to sequences with a reference, or the reason that this is impossible. */
export type FittedMutations =
  | { mutations: TrainedMutations; numbering: NumberingStated; words: string }
  | { problem: string };

/** Returns the reference that matches the mutations: a project reference or the one in the table's wild-type row. */
export function proposedReference({ columns, candidates, known }: MutationMaterial): string {
  const proteins = columns.filter(({ proposed }) => proposed.kind === "AMINO_ACIDS");
  const inTable = proteins.flatMap((column) => referenceIn(column, columns, candidates[0]));
  const fits = (reference: KnownReference) =>
    candidates.some((candidate) => fitOf(candidate, reference) !== undefined);
  return [...known, ...inTable].find(fits)?.monomer ?? "";
}

/** Determines how the mutations number the residues of a reference, based on their wild-type letters. */
export function fitMutations(material: MutationMaterial, reference: string): FittedMutations {
  const { candidates, known } = material;
  const [{ shown }] = candidates;
  if (reference === "")
    return {
      problem: `The rows have mutations (${shown}) but no sequences. Enter the protein that the mutations refer to, or set it as a reference of the project.`,
    };
  if (!isProtein(reference)) return { problem: "The reference is not an amino acid sequence." };
  const same = known.filter(({ monomer }) => monomer === reference);
  for (const knownReference of [...same, { monomer: reference }]) {
    for (const way of candidates) {
      const fit = fitOf(way, knownReference);
      if (fit === undefined) continue;
      const { mutations } = way;
      const { positions, first_position: first } = fit.numbering;
      const numbering = positions ? { positions } : { first_position: first ?? 1 };
      const words = `Sequences are computed from the mutations in ${columnsOf(mutations).join(" and ")}; the reference is ${new Numbering(numbering).describe(reference.length)}.`;
      return { mutations, numbering, words };
    }
  }
  return {
    problem: `The wild-type letters of the mutations in ${shown} do not agree with this reference under any numbering. Enter the protein that the mutations refer to.`,
  };
}

/** Returns whether a training run can read mutations in this notation. */
export function isTrainable(candidate: FoundMutations): candidate is Trainable {
  return typeof candidate.mutations === "string" || !("matrix" in candidate.mutations);
}

/** Returns the names of the mutation columns. */
export function columnsOf(mutations: TrainedMutations): string[] {
  if (typeof mutations === "string") return [mutations];
  if ("residues" in mutations) return [mutations.residues];
  return [
    mutations.position,
    mutations.mutant,
    ...(mutations.wild_type == null ? [] : [mutations.wild_type]),
  ];
}
