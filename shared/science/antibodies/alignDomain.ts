import { AMINO_ACID_COUNT } from "../sequences/aminoAcids.ts";
import type { DomainProfile } from "./domainProfile.ts";

/** Alignment of a sequence to a profile. */
export interface AlignedDomain {
  /** Log odds in bits. */
  score: number;
  /**
   * Column of each residue: an index into the profile's columns; −1 − k for a residue in loop k; `INSERTED` for a residue inserted
   * into a framework; `OUTSIDE` before and after the domain.
   */
  columns: Int16Array;
}

export const OUTSIDE = 1_000;
export const INSERTED = 1_001;

/** Costs in bits: an insertion into a framework, a residue of a loop, and each framework column missing at either end. */
const [INSERT_OPEN, INSERT_EXTEND, LOOP_RESIDUE, MISSING] = [11, 2, 0.05, 0.4];
/** Lengths of loops: CDR1, CDR2 and CDR3. */
const MAX_LOOPS = [40, 40, 60];
const NEVER = Number.NEGATIVE_INFINITY;

/** Origin of a cell's best score. */
const [START, MATCH, DELETE, INSERT] = [0, 1, 2, 3];

/** Scores and origins of all cells: column × (position in the sequence, counted from 1). They are reused for all profiles. */
export interface AlignmentTables {
  width: number;
  /** Best score that ends with the residue in the column, after skipping the column, or in an insertion after it. */
  match: Float64Array;
  skip: Float64Array;
  insert: Float64Array;
  fromMatch: Uint8Array;
  fromSkip: Uint8Array;
  fromInsert: Uint8Array;
  /** For the column after each loop, the length of the loop before it. */
  loops: readonly Uint8Array[];
}

/** Tables of sequences with up to this number of residues are kept for the next sequence. */
const KEPT_LENGTH = 1_000;
let kept: AlignmentTables | undefined;

/** Returns tables for sequences of a length. Their contents are undefined, and they are valid until the next call. */
export function alignmentTables(length: number, columns: number): AlignmentTables {
  const width = length + 1;
  if (kept && kept.match.length >= columns * width) return { ...kept, width };
  const tables = newTables(width, columns);
  if (length <= KEPT_LENGTH) kept = tables;
  return tables;
}

function newTables(width: number, columns: number): AlignmentTables {
  const scores = () => new Float64Array(columns * width);
  const origins = () => new Uint8Array(columns * width);
  return {
    width,
    match: scores(),
    skip: scores(),
    insert: scores(),
    fromMatch: origins(),
    fromSkip: origins(),
    fromInsert: origins(),
    loops: MAX_LOOPS.map(() => new Uint8Array(width)),
  };
}

/**
 * Aligns a sequence of residue indices to the framework columns of a profile. Residues before and after the domain are free, and so
 * are loops of any usual length. Time is proportional to the length of the sequence.
 */
export function alignDomain(
  sequence: Uint8Array,
  profile: DomainProfile,
  tables: AlignmentTables = alignmentTables(sequence.length, profile.positions.length),
): AlignedDomain {
  const columns = profile.positions.length;
  const { width, match } = tables;
  let best = { score: NEVER, column: 0, at: 0 };
  for (let column = 0; column < columns; column += 1) {
    const loop = profile.ends.indexOf(column);
    const before = loop < 0 ? null : loopScores(tables, column - 1, loop);
    fillMatches(tables, sequence, profile, column, before);
    fillSkips(tables, profile.skipped[column]!, column, before);
    const missing = MISSING * (columns - 1 - column);
    for (let at = 1; at < width; at += 1) {
      const score = match[column * width + at]! - missing;
      if (score > best.score) best = { score, column, at };
    }
  }
  const numbers = new Int16Array(sequence.length).fill(OUTSIDE);
  trace(numbers, best, tables, profile.ends);
  return { score: best.score, columns: numbers };
}

/** Computes the cells with a residue in a column, and those of insertions after it. `before` are the scores after a loop. */
function fillMatches(
  { width, match, skip, insert, fromMatch, fromInsert }: AlignmentTables,
  sequence: Uint8Array,
  { scores, present }: DomainProfile,
  column: number,
  before: Float64Array | null,
): void {
  const row = column * width;
  const above = row - width - 1;
  match[row] = NEVER;
  insert[row] = NEVER;
  for (let at = 1; at < width; at += 1) {
    let score = -MISSING * column;
    let origin: number = START;
    if (before) {
      if (before[at - 1]! > score) [score, origin] = [before[at - 1]!, MATCH];
    } else if (column > 0) {
      if (match[above + at]! > score) [score, origin] = [match[above + at]!, MATCH];
      if (skip[above + at]! > score) [score, origin] = [skip[above + at]!, DELETE];
      if (insert[above + at]! > score) [score, origin] = [insert[above + at]!, INSERT];
    }
    const residue = sequence[at - 1]!;
    const odds = residue < AMINO_ACID_COUNT ? scores[column * AMINO_ACID_COUNT + residue]! : 0;
    match[row + at] = score + odds - present[column]!;
    fromMatch[row + at] = origin;
    const opened = match[row + at - 1]! - INSERT_OPEN;
    const extended = insert[row + at - 1]! - INSERT_EXTEND;
    insert[row + at] = opened >= extended ? opened : extended;
    fromInsert[row + at] = opened >= extended ? MATCH : INSERT;
  }
}

/** Computes the cells in which a column has no residue. */
function fillSkips(
  { width, match, skip, fromSkip }: AlignmentTables,
  cost: number,
  column: number,
  before: Float64Array | null,
): void {
  const row = column * width;
  const above = row - width;
  for (let at = 0; at < width; at += 1) {
    const matched = before ? before[at]! : column === 0 ? NEVER : match[above + at]!;
    const skipped = before || column === 0 ? NEVER : skip[above + at]!;
    skip[row + at] = (matched >= skipped ? matched : skipped) - cost;
    fromSkip[row + at] = matched >= skipped ? MATCH : DELETE;
  }
}

/** Returns the best score before the column after a loop, for each position, and stores the length of the loop. */
function loopScores(
  { width, match, skip, loops }: AlignmentTables,
  column: number,
  loop: number,
): Float64Array {
  const scores = new Float64Array(width).fill(NEVER);
  const above = column * width;
  for (let at = 0; at < width; at += 1) {
    const entered = Math.max(match[above + at]!, skip[above + at]!);
    if (entered === NEVER) continue;
    for (let length = 0; length <= MAX_LOOPS[loop]! && at + length < width; length += 1) {
      const score = entered - LOOP_RESIDUE * length;
      if (score <= scores[at + length]!) continue;
      scores[at + length] = score;
      loops[loop]![at + length] = length;
    }
  }
  return scores;
}

/** Follows the best path back to its start, and writes the column of each residue. */
function trace(
  numbers: Int16Array,
  end: { column: number; at: number },
  { width, match, skip, fromMatch, fromSkip, fromInsert, loops }: AlignmentTables,
  ends: readonly number[],
): void {
  let { column, at } = end;
  let state: number = MATCH;
  for (;;) {
    const cell = column * width + at;
    if (state === INSERT) {
      numbers[at - 1] = INSERTED;
      state = fromInsert[cell]!;
      at -= 1;
      continue;
    }
    let origin = fromSkip[cell]!;
    if (state === MATCH) {
      numbers[at - 1] = column;
      origin = fromMatch[cell]!;
      at -= 1;
      if (origin === START) return;
    }
    const loop = ends.indexOf(column);
    column -= 1;
    if (column < 0) return;
    if (loop < 0) {
      state = origin;
      continue;
    }
    const length = loops[loop]![at]!;
    for (let step = 0; step < length; step += 1) numbers[at - 1 - step] = -1 - loop;
    at -= length;
    state = match[column * width + at]! >= skip[column * width + at]! ? MATCH : DELETE;
  }
}
