import { alignPair } from "./alignPair.ts";
import { CHAIN_BREAK_INDEX, GAP } from "./aminoAcids.ts";

/** Sequence aligned to the positions of the reference. */
export interface AlignedMutant {
  /** One residue index per position of the reference; GAP where the residue is deleted. */
  residues: Uint8Array;
  /** Residues inserted between positions of the reference, in ascending order of the number of preceding positions. */
  insertions: Insertion[];
}

export interface Insertion {
  after: number;
  residues: Uint8Array;
}

/** Residues kept on either side of a difference, within which the alignment can move it. */
const CONTEXT = 12;
/** Length of a segment, and number of mismatches in it above which a second gap must have shifted the segment. */
const STRETCH = 8;
const MAX_PER_STRETCH = 3;
/** Number of changes that gaps must save in a sequence of the reference's length, which would need at least two gaps. */
const MIN_SAVED = 4;
/** Maximum shift of residues in a sequence of the reference's length, and minimum number of consecutive shifted residues. */
const [MAX_SHIFT, MIN_RUN] = [30, 5];

/** Returns the cost of `alignMutant`: the number of position pairs that it compares in addition to one pass over the sequence. */
export function alignmentCost(sequence: Uint8Array, reference: Uint8Array): number {
  const pairs = pairedChains(sequence, reference);
  return pairs.reduce((sum, { mutant, known }) => sum + chainCost(mutant, known), 0);
}

function chainCost(sequence: Uint8Array, reference: Uint8Array): number {
  if (sequence.length === reference.length) {
    if (!isShifted(sequence, reference)) return 0;
  } else if (singleGap(sequence, reference) !== null) return 0;
  const { start, referenceEnd, sequenceEnd } = middleOf(sequence, reference);
  return (referenceEnd - start + 1) * (sequenceEnd - start + 1);
}

/** Aligns a mutant to its reference, chain by chain, so that no residue moves to another chain. */
export function alignMutant(sequence: Uint8Array, reference: Uint8Array): AlignedMutant {
  const pairs = pairedChains(sequence, reference);
  if (pairs.length === 1) return alignChain(sequence, reference);
  const residues = reference.slice();
  const insertions: Insertion[] = [];
  for (const { mutant, known, start } of pairs) {
    const aligned = alignChain(mutant, known);
    residues.set(aligned.residues, start);
    for (const { after, residues } of aligned.insertions) insertions.push({ after: start + after, residues });
  }
  return { residues, insertions };
}

interface PairedChain {
  mutant: Uint8Array;
  known: Uint8Array;
  /** Index of the first residue of the reference's chain. */
  start: number;
}

/** Pairs the chains of a sequence and a reference; both as a whole unless they have the same number of chains. */
function pairedChains(sequence: Uint8Array, reference: Uint8Array): PairedChain[] {
  const [breakAt, known] = [sequence.indexOf(CHAIN_BREAK_INDEX), reference.indexOf(CHAIN_BREAK_INDEX)];
  if (breakAt < 0 || known < 0) return [{ mutant: sequence, known: reference, start: 0 }];
  return [
    { mutant: sequence.subarray(0, breakAt), known: reference.subarray(0, known), start: 0 },
    { mutant: sequence.subarray(breakAt + 1), known: reference.subarray(known + 1), start: known + 1 },
  ];
}

/**
 * Aligns a mutant of one chain. Sequences of equal length are compared position by position, unless a deletion and an
 * insertion explain many changes close to each other. If a single deletion or insertion explains the difference, it is used,
 * as close to the end as possible. Otherwise, the common prefix and suffix are kept and the middle is aligned.
 */
function alignChain(sequence: Uint8Array, reference: Uint8Array): AlignedMutant {
  if (sequence.length === reference.length) {
    const plain = { residues: sequence, insertions: [] };
    if (!isShifted(sequence, reference)) return plain;
    const gapped = alignMiddle(sequence, reference);
    const saved = changes(plain, reference) - changes(gapped, reference);
    return saved < MIN_SAVED ? plain : gapped;
  }
  const cut = singleGap(sequence, reference);
  if (cut !== null) return withGap(sequence, reference, cut);
  return alignMiddle(sequence, reference);
}

/** Returns the number of inserted residues. */
export function insertedResidues({ insertions }: AlignedMutant): number {
  return insertions.reduce((sum, { residues }) => sum + residues.length, 0);
}

function changes(mutant: AlignedMutant, reference: Uint8Array): number {
  return mutant.residues.reduce(
    (count, residue, position) => count + (residue === reference[position] ? 0 : 1),
    insertedResidues(mutant),
  );
}

function alignMiddle(sequence: Uint8Array, reference: Uint8Array): AlignedMutant {
  const { start, referenceEnd, sequenceEnd } = middleOf(sequence, reference);
  const residues = new Uint8Array(reference.length);
  residues.set(sequence.subarray(0, start));
  residues.set(sequence.subarray(sequenceEnd), referenceEnd);
  const { first, second } = alignPair(
    reference.subarray(start, referenceEnd),
    sequence.subarray(start, sequenceEnd),
  );
  const inserted = new Map<number, number[]>();
  let position = start;
  for (const [column, residue] of second.entries()) {
    if (first[column] === GAP) {
      inserted.set(position, [...(inserted.get(position) ?? []), residue]);
    } else {
      residues[position] = residue;
      position += 1;
    }
  }
  const insertions = [...inserted].map(([after, inserted]) => ({
    after,
    residues: Uint8Array.from(inserted),
  }));
  return { residues, insertions };
}

/**
 * Returns whether gaps may explain the changes in a sequence of the reference's length: the changes are close to each other,
 * and changed residues occur a few positions away in the reference. This avoids aligning most sequences of a diverse family.
 */
function isShifted(sequence: Uint8Array, reference: Uint8Array): boolean {
  const { length } = reference;
  if (!isDense(length, (position) => sequence[position] !== reference[position])) return false;
  for (let shift = 1; shift <= Math.min(MAX_SHIFT, length - 1); shift += 1) {
    if (hasRun(sequence.subarray(shift), reference, sequence)) return true;
    if (hasRun(sequence, reference.subarray(shift), sequence.subarray(shift))) return true;
  }
  return false;
}

/**
 * Returns whether consecutive residues equal the reference's residues at a shifted position, while most of them differ from
 * those at the same position.
 */
function hasRun(shifted: Uint8Array, reference: Uint8Array, straight: Uint8Array): boolean {
  const overlap = Math.min(shifted.length, reference.length);
  let [run, changed] = [0, 0];
  for (let position = 0; position < overlap; position += 1) {
    if (shifted[position] !== reference[position]) [run, changed] = [0, 0];
    else {
      run += 1;
      if (straight[position] !== reference[position]) changed += 1;
      if (run >= MIN_RUN && changed >= MIN_SAVED) return true;
    }
  }
  return false;
}

function withGap(sequence: Uint8Array, reference: Uint8Array, cut: number): AlignedMutant {
  const longer = Math.max(0, sequence.length - reference.length);
  const shorter = Math.max(0, reference.length - sequence.length);
  const residues = new Uint8Array(reference.length).fill(GAP);
  residues.set(sequence.subarray(0, cut));
  residues.set(sequence.subarray(cut + longer), cut + shorter);
  const inserted = sequence.slice(cut, cut + longer);
  return { residues, insertions: longer === 0 ? [] : [{ after: cut, residues: inserted }] };
}

/**
 * Returns the position of the single gap with the fewest mismatches: the number of residues before it, using the last of
 * several equally good positions. Returns null if its mismatches are so close to each other that there must be more than one
 * gap.
 */
function singleGap(sequence: Uint8Array, reference: Uint8Array): number | null {
  const overlap = Math.min(sequence.length, reference.length);
  const [s, r] = [sequence.length - overlap, reference.length - overlap];
  let mismatches = 0;
  for (let position = 0; position < overlap; position += 1) {
    if (sequence[position + s] !== reference[position + r]) mismatches += 1;
  }
  let [fewest, cut] = [mismatches, 0];
  for (let position = 0; position < overlap; position += 1) {
    if (sequence[position + s] !== reference[position + r]) mismatches -= 1;
    if (sequence[position] !== reference[position]) mismatches += 1;
    if (mismatches <= fewest) [fewest, cut] = [mismatches, position + 1];
  }
  const differs = (position: number): boolean =>
    position < cut
      ? sequence[position] !== reference[position]
      : sequence[position + s] !== reference[position + r];
  return isDense(overlap, differs) ? null : cut;
}

/** Returns whether a segment has more changes than substitutions usually cause. */
function isDense(length: number, differs: (position: number) => boolean): boolean {
  let inStretch = 0;
  for (let position = 0; position < length; position += 1) {
    if (differs(position)) inStretch += 1;
    if (position >= STRETCH && differs(position - STRETCH)) inStretch -= 1;
    if (inStretch > MAX_PER_STRETCH) return true;
  }
  return false;
}

interface Middle {
  start: number;
  referenceEnd: number;
  sequenceEnd: number;
}

function middleOf(sequence: Uint8Array, reference: Uint8Array): Middle {
  const overlap = Math.min(sequence.length, reference.length);
  let start = 0;
  while (start < overlap && sequence[start] === reference[start]) start += 1;
  let tail = 0;
  while (
    tail < overlap - start &&
    sequence[sequence.length - 1 - tail] === reference[reference.length - 1 - tail]
  ) {
    tail += 1;
  }
  start = Math.max(0, start - CONTEXT);
  tail = Math.max(0, tail - CONTEXT);
  return { start, referenceEnd: reference.length - tail, sequenceEnd: sequence.length - tail };
}
