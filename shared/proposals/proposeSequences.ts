import { DomainError } from "@pdp/basics/errors";
import { Numbering } from "@pdp/basics/proteins";
import { SEQUENCE_COLUMN, type SequenceFromInput } from "@pdp/formats/proteins";
import { loadTable, type TableConfig } from "#shared/domain/loads/load.ts";
import { codesFor, codingColumns } from "./codingColumns.ts";
import {
  type FoundMutations,
  findCombinations,
  findMutations,
  findUnreadable,
  repeatsReference,
  type SeenColumn,
} from "./findMutations.ts";
import { type FileReference, type Fit, fitOf, type KnownReference, referenceIn } from "./fitReference.ts";
import { furtherKeys } from "./furtherKeys.ts";
import { insertionCodes } from "./insertionCodes.ts";
import { nucleotideVariants } from "./nucleotideVariants.ts";
import { severalProteins } from "./severalProteins.ts";

/** Inputs from which sequences can be computed. */
export interface SequenceHints {
  references?: readonly KnownReference[];
  /** Positions of the residues in combinations. */
  positions?: readonly number[] | null;
}

export interface ProposedSequences {
  rule: SequenceFromInput | null;
  /** Rule with the sequence and the numbering of the project's reference, used to check the proposal. */
  resolved?: SequenceFromInput;
  /** Sentence that describes the proposal, or the input that is missing. */
  sentence: string | null;
}

/** Result with neither a proposal nor a remark. */
export const NO_SEQUENCES: ProposedSequences = { rule: null, sentence: null };
/**
 * Proposes a computed sequence column if the file contains mutations but no sequences, and a reference is known or contained
 * in the file. It uses the numbering for which the wild-type letters match. `positions` are the positions of residue
 * combinations, if the file has any.
 */
export function proposeSequences(
  columns: readonly SeenColumn[],
  known: readonly KnownReference[],
  positions: readonly number[] | null = null,
): ProposedSequences {
  const mutationColumns = positions === null ? findMutations(columns) : [];
  const coded = positions === null ? insertionCodes(columns) : undefined;
  const proposed =
    coded === undefined
      ? proposedFrom(mutationColumns, columns, known, positions)
      : { rule: null, sentence: coded };
  const keys = furtherKeys(columns, mutationColumns[0]);
  if (keys === undefined) return proposed;
  return { ...proposed, sentence: proposed.sentence === null ? keys : `${proposed.sentence} ${keys}` };
}

/** Proposes sequences from the mutations that were found, the most likely ones first. */
function proposedFrom(
  mutationColumns: readonly FoundMutations[],
  columns: readonly SeenColumn[],
  known: readonly KnownReference[],
  positions: readonly number[] | null,
): ProposedSequences {
  const sequences = columns.filter(({ proposed }) => proposed.kind === "AMINO_ACIDS");
  if (sequences.some(holdsVariants)) return NO_SEQUENCES;
  const usedNames = new Set(columns.map(({ proposed }) => proposed.name.toLowerCase()));
  const column = usedNames.has(SEQUENCE_COLUMN) ? "variant_sequence" : SEQUENCE_COLUMN;
  const [first] = mutationColumns;
  const coding = positions === null ? codingColumns(columns) : [];
  if (first === undefined)
    return translated(coding, known, column) ?? combinations(columns, known, positions, column);
  const inFile = sequences.flatMap((sequence) => referenceIn(sequence, columns, first));
  for (const reference of [...known, ...inFile]) {
    for (const mutations of mutationColumns) {
      const fit = fitOf(mutations, reference);
      const numbering = fit && new Numbering(fit.numbering);
      const residueAt = (position: number) => reference.monomer[numbering?.indexOf(position) ?? -1];
      if (fit !== undefined && repeatsReference(mutations, columns, residueAt)) continue;
      if (fit !== undefined) return proposal(mutations, reference, fit, column);
    }
  }
  const instead = known.length > 0 ? translated(coding, known, column) : undefined;
  if (instead?.rule) return instead;
  const several = severalProteins(first, columns);
  if (several !== undefined) return { rule: null, sentence: several };
  const names = [...known, ...inFile].map(describe);
  if (names.length > 0) {
    const sentence = `${first.shown}: the wild-type letters of its mutations do not match ${names.join(" or ")} with any numbering. To compute the sequences, provide the reference on which the mutations are based.`;
    return { rule: null, sentence };
  }
  // A single column of letters next to numbers may be anything.
  if (first.sites.length === 0) return NO_SEQUENCES;
  const sentence = `${first.shown}: the file has mutations but no sequences. With a reference, the import checks the mutations and computes a sequence column, by which variants are compared: provide a reference or set one for the project.`;
  return { rule: null, sentence };
}

/** Proposes to translate the first column that codes for variants of a reference; undefined if the file has no such column. */
function translated(
  coding: readonly SeenColumn[],
  known: readonly KnownReference[],
  column: string,
): ProposedSequences | undefined {
  for (const reference of known) {
    const coded = coding.find((column) => codesFor(column, reference.monomer));
    if (coded === undefined) continue;
    const { name } = coded.proposed;
    const { first_position, positions } = reference;
    const fit = { numbering: { first_position, positions }, agreeing: 0, sites: 0, isOwn: true };
    const sentence = `${name}: a column "${column}" is translated from this DNA with the standard code, in the frame of ${describe(reference)}. The column "${name}" is kept.`;
    return { ...proposal({ mutations: name, shown: name, sites: [] }, reference, fit, column), sentence };
  }
  const [first] = coding;
  if (first === undefined) return undefined;
  const { name } = first.proposed;
  if (known.length === 0) {
    const sentence = `${name}: this is DNA, and the file has no protein sequences. To translate it, provide the reference protein or set one for the project.`;
    return { rule: null, sentence };
  }
  const sentence = `${name}: this is DNA that does not code for ${known.map(describe).join(" or ")}. To translate it, provide the protein for which it codes.`;
  return { rule: null, sentence };
}

function ofNucleotides(columns: readonly SeenColumn[]): ProposedSequences {
  const sentence = nucleotideVariants(columns);
  return sentence === undefined ? NO_SEQUENCES : { rule: null, sentence };
}

/** Names the column that looks like it contains mutations but cannot be read; undefined if there is none. */
function unreadable(columns: readonly SeenColumn[]): ProposedSequences | undefined {
  const faulty = findUnreadable(columns);
  if (faulty === undefined) return undefined;
  const { column, cell, reason } = faulty;
  return { rule: null, sentence: `${column}: no sequences were computed because "${cell}" ${reason}.` };
}

/** Proposes sequences for combinations at the stated positions, or reports that positions are missing. */
function combinations(
  columns: readonly SeenColumn[],
  known: readonly KnownReference[],
  positions: readonly number[] | null,
  column: string,
): ProposedSequences {
  const combined = findCombinations(columns, positions);
  if (combined === undefined) return unreadable(columns) ?? ofNucleotides(columns);
  if (positions === null) {
    const sentence = `${combined.column}: its cells may be combinations of ${combined.residues} residues. To compute a sequence column, provide a reference and the positions of the residues.`;
    return { rule: null, sentence };
  }
  const mutations = { residues: combined.column, positions: [...positions] };
  const reference = known.find(({ monomer, ...numbered }) => {
    const numbering = new Numbering(numbered);
    return positions.every((position) => monomer[numbering.indexOf(position)] !== undefined);
  });
  if (reference === undefined) {
    const sentence = `${combined.column}: no reference has the positions ${positions.join(", ")}. Provide the reference and the number of its first residue.`;
    return { rule: null, sentence };
  }
  const { first_position, positions: numbers } = reference;
  const fit = { numbering: { first_position, positions: numbers }, agreeing: 0, sites: 0, isOwn: true };
  return proposal({ mutations, shown: combined.column, sites: [] }, reference, fit, column);
}

function proposal(
  { mutations, shown }: FoundMutations,
  reference: FileReference,
  { numbering, agreeing, sites, isOwn }: Fit,
  column: string,
): ProposedSequences {
  const { name, monomer, column: ownColumn } = reference;
  const source =
    ownColumn === undefined
      ? name === undefined
        ? { monomer }
        : { project_reference: name }
      : { column: ownColumn };
  const keepsOwn = isOwn && name !== undefined;
  const { first_position: first, positions } = numbering;
  const stated = positions ? { positions: [...positions] } : { first_position: first ?? 1 };
  const rule = {
    mutations,
    reference: source,
    ...(!keepsOwn && { numbering: stated }),
    column,
  } as SequenceFromInput;
  const number = new Numbering(numbering).positionAt(0);
  const agree = sites === 0 ? "" : `, which matches ${agreeing} of ${sites} wild-type letters`;
  const sentence = `${shown}: a column "${column}" is computed from its mutations and ${describe(reference)}, with the first residue numbered ${number}${agree}.`;
  const resolved = name === undefined ? rule : { ...rule, reference: { monomer }, numbering: stated };
  return { rule, resolved: resolved as SequenceFromInput, sentence };
}

function describe({ name, column }: FileReference): string {
  if (column !== undefined) return `the reference in the column "${column}"`;
  return name === undefined ? "the provided reference" : `the project reference "${name}"`;
}

/** Tells whether a column contains variant sequences, which differ between most rows. */
function holdsVariants({ cells }: SeenColumn): boolean {
  const filled = cells.filter((cell) => cell !== null);
  return filled.length > cells.length / 2 && new Set(filled).size > 1;
}

/** Adds the proposed rule to a table's configuration, unless the names of its new columns are already in use. */
export function withRule(config: TableConfig, { rule, resolved }: ProposedSequences): TableConfig {
  if (rule === null) return config;
  try {
    loadTable("preview", { ...config, sequence_from: resolved }, []);
    return { ...config, sequence_from: rule };
  } catch (error) {
    if (error instanceof DomainError) return config;
    throw error;
  }
}
