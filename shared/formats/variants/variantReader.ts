import {
  applyChainMutations,
  applyMutations,
  applyResidues,
  CHAIN_BREAK,
  type Change,
  controlOf,
  isCodingSequence,
  isDeletion,
  isWildType,
  type Mutated,
  type MutatedReference,
  type ReadMutations,
  readMutations,
  readParts,
  residueLetter,
  type Truncation,
  translateVariant,
} from "@pdp/basics/proteins";
import { isResidue } from "./matrixHeader.ts";
import type { MutationColumns } from "./sequenceFrom.ts";

/** Column of a melted matrix that contains the name of each value's original column. */
export const HEADER = "__header";

/** Result of reading a row's mutations: a sequence, a control without protein, a row without a sequence, or a problem. */
export type Variant =
  | { sequence: string; code?: string }
  | { isControl: true }
  | { omitted: Truncation | "EMPTY"; code: string }
  | { reason: string; changes: readonly Change[] };

/** Rule for computing the sequence of a row from its cells. */
export interface VariantReader {
  /** Names of the columns that are read. */
  columns: string[];
  /** Name of the column in which problems are reported. */
  shown: string;
  /** Number of leading columns that contain mutations; the others name samples. */
  mutationColumns: number;
  read: (cells: readonly (string | null)[]) => Variant;
}

/**
 * Returns the reader for rows. `headers` contains the original headers of a melted matrix, by column name. `samples` are columns that
 * name samples: a row without mutations is the wild type or a control if one of them says so.
 */
export function variantReader(
  mutations: MutationColumns,
  reference: MutatedReference,
  headers: ReadonlyMap<string, string> = new Map(),
  samples: readonly string[] = [],
): VariantReader {
  if (typeof mutations === "string") {
    const readOne = reference.sequence.includes(CHAIN_BREAK) ? readChains : readCell;
    return {
      columns: [mutations, ...samples],
      shown: mutations,
      mutationColumns: 1,
      read: ([cell = null, ...names]) => {
        const variant = readOne(cell ?? "", reference);
        if ("sequence" in variant) return variant;
        const isEmpty = "omitted" in variant && variant.omitted === "EMPTY";
        return controlNamed(isEmpty ? names : [cell], reference) ?? variant;
      },
    };
  }
  if ("residues" in mutations) {
    return {
      columns: [mutations.residues],
      shown: mutations.residues,
      mutationColumns: 1,
      read: ([cell = null]) => readCombination(cell?.trim() ?? "", mutations.positions, reference),
    };
  }
  if ("matrix" in mutations) {
    return {
      columns: [mutations.matrix, HEADER],
      shown: mutations.matrix,
      mutationColumns: 2,
      read: ([cell = null, name = null]) => {
        const header = headers.get(name ?? "") ?? "";
        const [position, mutant] = isResidue(header) ? [cell, header] : [header, cell];
        return readCode({ position, wildType: null, mutant }, reference);
      },
    };
  }
  const { position, wild_type: wildType, mutant } = mutations;
  return {
    columns: [position, mutant, ...(wildType === null ? [] : [wildType])],
    shown: position,
    mutationColumns: wildType === null ? 2 : 3,
    read: ([at = null, to = null, from = null]) =>
      readCode(
        { position: at, mutant: to !== null && isDeletion(to) ? "del" : to, wildType: from },
        reference,
      ),
  };
}

/** Returns the control that one of the names states; undefined if none does. */
function controlNamed(
  names: readonly (string | null)[],
  { sequence }: MutatedReference,
): Variant | undefined {
  for (const name of names) {
    const control = controlOf(name ?? "");
    if (control !== null) return control === "WILD_TYPE" ? { sequence } : { isControl: true };
  }
  return undefined;
}

/** Reads the mutations of a variant with two chains. */
function readChains(cell: string, reference: MutatedReference): Variant {
  if (cell === "") return { omitted: "EMPTY", code: cell };
  const mutated = applyChainMutations(cell, reference);
  if ("truncation" in mutated) return { omitted: mutated.truncation, code: cell };
  return "reason" in mutated ? { reason: mutated.reason, changes: [] } : mutated;
}

const EMPTY: ReadMutations = { reason: "is empty" };

/** Reads the mutations of a variant, or its coding sequence. */
function readCell(cell: string, reference: MutatedReference): Variant {
  if (isCodingSequence(cell)) return outcome(translateVariant(cell, reference.sequence), []);
  return variantOf(cell === "" ? EMPTY : readMutations(cell), reference, cell);
}

function readCode(parts: Parameters<typeof readParts>[0], reference: MutatedReference): Variant {
  const read = readParts(parts, reference);
  const code = `${parts.wildType ?? ""}${parts.position ?? ""}${parts.mutant ?? ""}`;
  const variant = variantOf(read, reference, code);
  if (!("sequence" in variant) || !("changes" in read)) return variant;
  const [change] = read.changes;
  if (change?.kind !== "SUBSTITUTION") return { ...variant, code: change?.code ?? "WT" };
  const to = residueLetter(change.to) ?? "";
  return { ...variant, code: `${change.site.residue}${change.site.position}${to}` };
}

/** Returns whether a cell is a combination of the given number of residues, even if it is also a word such as SYN. */
export function isCombination(cell: string, count: number): boolean {
  return cell.length === count && /^[ACDEFGHIKLMNPQRSTVWY]+$/.test(cell);
}

function readCombination(cell: string, positions: readonly number[], reference: MutatedReference): Variant {
  if (cell === "") return { omitted: "EMPTY", code: "" };
  if (cell === "WT" && positions.length === cell.length)
    return { reason: "could mean the wild type, or W and T; write = for the wild type, or W/T", changes: [] };
  if (isWildType(cell) && !isCombination(cell, positions.length)) return { sequence: reference.sequence };
  const letters = cell.replace(/[ ,;:/]/g, "");
  if (!/^[A-Za-z*]+$/.test(letters)) return { reason: "is not a combination of residues", changes: [] };
  const residues = letters.toUpperCase();
  const foreign = [...residues].find((letter) => residueLetter(letter) === undefined);
  if (foreign !== undefined) return { reason: `has "${foreign}", which is not an amino acid`, changes: [] };
  return outcome(applyResidues(residues, positions, reference), []);
}

function variantOf(read: ReadMutations, reference: MutatedReference, code: string): Variant {
  if ("truncation" in read) return { omitted: read.truncation, code };
  if ("reason" in read)
    return read.reason === "is empty" ? { omitted: "EMPTY", code } : { reason: read.reason, changes: [] };
  return outcome(applyMutations(read.changes, reference), read.changes);
}

function outcome(mutated: Mutated, changes: readonly Change[]): Variant {
  if ("sequence" in mutated) return { sequence: mutated.sequence };
  if ("truncation" in mutated) return { omitted: mutated.truncation, code: mutated.code };
  return { reason: mutated.reason, changes };
}
