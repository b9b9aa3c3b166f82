import type { Numbering } from "@pdp/basics/proteins";
import { affordableAlignments } from "../sequences/affordableAlignments.ts";
import { alignMutant, insertedResidues } from "../sequences/alignMutant.ts";
import { AMINO_ACID_COUNT, GAP, residueIndices } from "../sequences/aminoAcids.ts";

/** Distinct sequences in a data set and how they differ from the reference. */
export interface Variants {
  reference: string;
  /** Residue numbers of the reference; residues are numbered from 1 if absent. */
  numbering?: Numbering;
  sequences: string[];
  /** Index of the distinct sequence of each row. */
  ofRow: Int32Array;
  /** −1 if the reference is not among the sequences. */
  referenceIndex: number;
  /** Number of substituted and deleted positions plus number of inserted residues; −1 if the sequence is not aligned. */
  mutationCounts: Int32Array;
  inserted: Uint16Array;
  /** Changed positions of variant i are at starts[i] … starts[i + 1] − 1. */
  starts: Uint32Array;
  /** Zero-based positions, in ascending order within a variant. */
  positions: Uint16Array;
  /** Residue at each changed position: an index in `aminoAcids.ts`, or GAP if the position is deleted. */
  residues: Uint8Array;
  /** Number of sequences left unaligned because aligning all of them would have taken too long. */
  unaligned: number;
}

/** Maximum number of position pairs compared in all alignments of a data set; takes a few seconds. */
const MAX_COST = 1.5e8;

/**
 * Finds the distinct sequences and their mutations. `maxCost` limits the alignments, as a number of compared position pairs.
 */
export function findVariants(sequences: readonly string[], reference: string, maxCost = MAX_COST): Variants {
  const indices = new Map<string, number>();
  const ofRow = Int32Array.from(sequences, (sequence) => {
    const known = indices.get(sequence);
    if (known !== undefined) return known;
    indices.set(sequence, indices.size);
    return indices.size - 1;
  });
  const distinct = [...indices.keys()];
  const referenceIndex = indices.get(reference) ?? -1;
  return {
    reference,
    sequences: distinct,
    ofRow,
    referenceIndex,
    ...differences(distinct, reference, maxCost),
  };
}

type Differences = Omit<Variants, "reference" | "numbering" | "sequences" | "ofRow" | "referenceIndex">;

function differences(sequences: readonly string[], reference: string, maxCost: number): Differences {
  const known = residueIndices(reference);
  const affordable = affordableAlignments(sequences, known, maxCost);
  const starts = new Uint32Array(sequences.length + 1);
  const mutationCounts = new Int32Array(sequences.length);
  const inserted = new Uint16Array(sequences.length);
  const changes = createChangeList(sequences.length * 4);
  let unaligned = 0;
  for (const [index, sequence] of sequences.entries()) {
    starts[index] = changes.count;
    if (sequence.length === 0 || !affordable(index)) {
      unaligned += 1;
      mutationCounts[index] = -1;
      continue;
    }
    const mutant = alignMutant(residueIndices(sequence), known);
    for (let position = 0; position < known.length; position += 1) {
      if (mutant.residues[position] !== known[position]) changes.add(position, mutant.residues[position]!);
    }
    const insertedCount = insertedResidues(mutant);
    inserted[index] = insertedCount;
    mutationCounts[index] = changes.count - starts[index]! + insertedCount;
  }
  starts[sequences.length] = changes.count;
  return { mutationCounts, inserted, starts, unaligned, ...changes.arrays() };
}

interface ChangeList {
  readonly count: number;
  add(position: number, residue: number): void;
  arrays(): { positions: Uint16Array; residues: Uint8Array };
}

function createChangeList(capacity: number): ChangeList {
  let positions = new Uint16Array(Math.max(16, capacity));
  let residues = new Uint8Array(positions.length);
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(position, residue) {
      if (count === positions.length) {
        const [smallPositions, smallResidues] = [positions, residues];
        positions = new Uint16Array(count * 2);
        residues = new Uint8Array(count * 2);
        positions.set(smallPositions);
        residues.set(smallResidues);
      }
      positions[count] = position;
      residues[count] = residue;
      count += 1;
    },
    arrays: () => ({ positions: positions.slice(0, count), residues: residues.slice(0, count) }),
  };
}

/** Tells whether a changed residue is one of the 20 amino acids or a deletion, rather than an unknown letter. */
export function isNamedResidue(residue: number): boolean {
  return residue < AMINO_ACID_COUNT || residue === GAP;
}
