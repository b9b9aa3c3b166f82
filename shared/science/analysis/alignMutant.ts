import { alignToReference } from "#shared/science/sequences/alignPair.ts";
import { GAP } from "#shared/science/sequences/aminoAcids.ts";

/** Sequence aligned to the positions of the reference. */
export interface AlignedMutant {
  /** One residue index for each position of the reference, GAP where it is deleted. */
  residues: Uint8Array;
  inserted: number;
}

/** Residues kept beside a difference, within which the alignment can move it. */
const CONTEXT = 12;
/** Number of mismatches within a stretch of this length above which the stretch was moved by a second gap. */
const STRETCH = 8;
const MAX_PER_STRETCH = 3;

/** Returns the number of pairs of positions that `alignMutant` compares beyond one pass over the sequence: its cost. */
export function alignmentCost(sequence: Uint8Array, reference: Uint8Array): number {
  if (sequence.length === reference.length || singleGap(sequence, reference) !== null) return 0;
  const { start, referenceEnd, sequenceEnd } = middleOf(sequence, reference);
  return (referenceEnd - start + 1) * (sequenceEnd - start + 1);
}

/**
 * Aligns a mutant to its reference. Sequences of the same length are compared position by position. If one deletion or
 * insertion explains the difference, it is used, as far to the end as possible. Otherwise the common prefix and suffix
 * are kept and the middle is aligned.
 */
export function alignMutant(sequence: Uint8Array, reference: Uint8Array): AlignedMutant {
  if (sequence.length === reference.length) return { residues: sequence, inserted: 0 };
  const cut = singleGap(sequence, reference);
  if (cut !== null) return withGap(sequence, reference, cut);
  const { start, referenceEnd, sequenceEnd } = middleOf(sequence, reference);
  const residues = new Uint8Array(reference.length);
  residues.set(sequence.subarray(0, start));
  residues.set(sequence.subarray(sequenceEnd), referenceEnd);
  residues.set(
    alignToReference(sequence.subarray(start, sequenceEnd), reference.subarray(start, referenceEnd)),
    start,
  );
  const deleted = residues.reduce((count, residue) => count + (residue === GAP ? 1 : 0), 0);
  return { residues, inserted: sequence.length - (reference.length - deleted) };
}

function withGap(sequence: Uint8Array, reference: Uint8Array, cut: number): AlignedMutant {
  const longer = Math.max(0, sequence.length - reference.length);
  const shorter = Math.max(0, reference.length - sequence.length);
  const residues = new Uint8Array(reference.length).fill(GAP);
  residues.set(sequence.subarray(0, cut));
  residues.set(sequence.subarray(cut + longer), cut + shorter);
  return { residues, inserted: longer };
}

/**
 * Returns the position of the single gap with the fewest mismatches: the number of residues before it, the last one of
 * equal positions. Returns null if its mismatches are so close to each other that there is more than one gap.
 */
function singleGap(sequence: Uint8Array, reference: Uint8Array): number | null {
  const most = Math.min(sequence.length, reference.length);
  const [s, r] = [sequence.length - most, reference.length - most];
  let mismatches = 0;
  for (let place = 0; place < most; place += 1) {
    if (sequence[place + s] !== reference[place + r]) mismatches += 1;
  }
  let [fewest, cut] = [mismatches, 0];
  for (let place = 0; place < most; place += 1) {
    if (sequence[place + s] !== reference[place + r]) mismatches -= 1;
    if (sequence[place] !== reference[place]) mismatches += 1;
    if (mismatches <= fewest) [fewest, cut] = [mismatches, place + 1];
  }
  const differs = (place: number): boolean =>
    place < cut ? sequence[place] !== reference[place] : sequence[place + s] !== reference[place + r];
  let inStretch = 0;
  for (let place = 0; place < most; place += 1) {
    if (differs(place)) inStretch += 1;
    if (place >= STRETCH && differs(place - STRETCH)) inStretch -= 1;
    if (inStretch > MAX_PER_STRETCH) return null;
  }
  return cut;
}

interface Middle {
  start: number;
  referenceEnd: number;
  sequenceEnd: number;
}

function middleOf(sequence: Uint8Array, reference: Uint8Array): Middle {
  const most = Math.min(sequence.length, reference.length);
  let start = 0;
  while (start < most && sequence[start] === reference[start]) start += 1;
  let tail = 0;
  while (
    tail < most - start &&
    sequence[sequence.length - 1 - tail] === reference[reference.length - 1 - tail]
  ) {
    tail += 1;
  }
  start = Math.max(0, start - CONTEXT);
  tail = Math.max(0, tail - CONTEXT);
  return { start, referenceEnd: reference.length - tail, sequenceEnd: sequence.length - tail };
}
