import { alignToReference } from "#shared/science/sequences/alignPair.ts";
import { GAP } from "#shared/science/sequences/aminoAcids.ts";

/** A sequence on the positions of the reference. */
export interface AlignedMutant {
  /** One residue index for each position of the reference, GAP where it is deleted. */
  residues: Uint8Array;
  inserted: number;
}

/** Residues left beside a difference for the alignment to move it in. */
const CONTEXT = 12;
/** More mismatches than this in a stretch so long are rather a stretch that was moved, by a second gap. */
const STRETCH = 8;
const MAX_PER_STRETCH = 3;

/** Pairs of positions that `alignMutant` has to compare, beyond one look at the sequence: what it costs. */
export function alignmentCost(sequence: Uint8Array, reference: Uint8Array): number {
  if (sequence.length === reference.length || singleGap(sequence, reference) !== null) return 0;
  const { start, referenceEnd, sequenceEnd } = middleOf(sequence, reference);
  return (referenceEnd - start + 1) * (sequenceEnd - start + 1);
}

/**
 * The positions of a mutant in its reference. Of the same length: position by position. Where one deletion or insertion
 * explains the difference, it is taken, as far to the end as it goes. Else what both begin and end with is taken as it is,
 * and the middle is aligned.
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
 * Where the one gap lies that leaves the fewest mismatches: the number of residues before it, the last of equal places.
 * Null where it leaves so many close to each other that there is more than one gap.
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
