import { FROM_ONE, haveSameChains, Numbering, type NumberingStated } from "@pdp/basics/proteins";
import { type StatedAssembly, sequenceOf } from "#client/requests/assembly.ts";
import type { Task } from "#client/taskHandle.ts";
import { writeChanges } from "./writeChanges.ts";

/** Protein with which a variant is compared. */
export interface KnownProtein extends NumberingStated {
  name: string;
  /** Its sequence; two chains are joined. */
  monomer: string;
  /** Training that uses it as the reference; null for a project reference. */
  training: Task | null;
}

/** Variant and the protein from which it differs least. */
export interface Compared {
  reference: KnownProtein;
  numbering: Numbering;
  /** Mutations of the variant, such as `A12V`; empty for the reference itself. */
  mutations: string[];
}

/** Returns the project references, followed by the references of training runs with their recorded residue numbers. */
export function knownProteins(
  projects: readonly { references?: readonly Omit<KnownProtein, "training">[] | undefined }[],
  tasks: readonly Task[],
  titleOf: (task: Task) => string,
): KnownProtein[] {
  const ofTrainings = tasks.flatMap((task): KnownProtein[] => {
    const { reference } = task.parameters as {
      reference?: (Omit<KnownProtein, "name" | "training" | "monomer"> & StatedAssembly) | null;
    };
    const monomer = sequenceOf(reference);
    if (!monomer) return [];
    return [
      { ...reference, ...task.numbering, monomer, name: `the reference of ${titleOf(task)}`, training: task },
    ];
  });
  const ofProjects = projects.flatMap(({ references }) => references ?? []);
  return [...ofProjects.map((reference) => ({ ...reference, training: null })), ...ofTrainings];
}

/** Minimum fraction of identical residues for a protein to be the reference of a variant. */
const MIN_IDENTITY = 0.5;

/** Finds the protein whose chains have the same lengths and from which a variant differs least; null if none is similar. */
export function compareWithNearest(sequence: string, known: readonly KnownProtein[]): Compared | null {
  let best: { reference: KnownProtein; differences: number } | null = null;
  for (const reference of known) {
    if (!haveSameChains(reference.monomer, sequence)) continue;
    const differences = countDifferences(sequence, reference.monomer);
    if (best === null || differences < best.differences) best = { reference, differences };
  }
  if (best === null || best.differences > sequence.length * (1 - MIN_IDENTITY)) return null;
  const { reference } = best;
  return inNumbers(sequence, reference, isNumbered(reference) ? new Numbering(reference) : FROM_ONE);
}

/** Compares a variant with a protein, using the given residue numbers. */
export function inNumbers(sequence: string, reference: KnownProtein, numbering: Numbering): Compared {
  return { reference, numbering, mutations: writeChanges(sequence, reference.monomer, numbering) };
}

/** Returns whether a protein specifies its residue numbers. */
export function isNumbered({ first_position: first, positions }: NumberingStated): boolean {
  return first != null || positions != null;
}

/** Number of mutations, and of residues of an unknown protein, in a title. */
const [MAX_NAMED, MAX_RESIDUES] = [6, 12];

/** Names a variant by its mutations, such as `A12V T26G`; by its first residues if it was not compared with a protein. */
export function variantTitle(compared: Compared | null, sequence: string): string {
  if (compared === null) {
    const isLong = sequence.length > MAX_RESIDUES;
    return `Variant ${sequence.slice(0, MAX_RESIDUES)}${isLong ? "…" : ""}`;
  }
  const { mutations, reference } = compared;
  if (mutations.length === 0) return reference.name.charAt(0).toUpperCase() + reference.name.slice(1);
  return mutations.slice(0, MAX_NAMED).join(" ") + (mutations.length > MAX_NAMED ? " …" : "");
}

function countDifferences(a: string, b: string): number {
  let count = 0;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) count += 1;
  return count;
}
