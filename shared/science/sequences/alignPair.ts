import { AMINO_ACID_COUNT, GAP } from "./aminoAcids.ts";
import { BLOSUM62 } from "./blosum62.ts";

export interface AlignmentOptions {
  /** Cost of opening a gap, in half-bits of the matrix; defaults to 11 (the default of BLAST). */
  gapOpen?: number;
  /** Cost of each position in a gap; defaults to 1. */
  gapExtend?: number;
  /** Whether gaps at the ends cost as much as others; defaults to true. */
  chargeEnds?: boolean;
}

/** Indices from `aminoAcids.ts`; both have the same length, with GAP where the other sequence has an insertion. */
export interface PairAlignment {
  first: Uint8Array;
  second: Uint8Array;
  score: number;
}

/** Matrix from which an element was derived: two bits for each of the three matrices, in one byte per cell. */
const MATCH = 0;
const FIRST_GAPPED = 1;
const SECOND_GAPPED = 2;

/** Score of unknown residues, nearly neutral. */
const UNKNOWN_SCORE = -1;

/**
 * Computes the best global alignment of two sequences of residue indices (without gaps) under BLOSUM62 and affine gap costs
 * (Needleman & Wunsch 1970; Gotoh 1982). Memory: one byte per position pair. Ties are broken deterministically: matches are
 * preferred, then a gap in the first sequence.
 */
export function alignPair(
  first: Uint8Array,
  second: Uint8Array,
  { gapOpen = 11, gapExtend = 1, chargeEnds = true }: AlignmentOptions = {},
): PairAlignment {
  const costs = { gapOpen, gapExtend, chargeEnds };
  const { traces, score, end } = fillTraces(first, second, costs);
  return { ...followTraces(first, second, traces, end), score };
}

interface Traces {
  traces: Uint8Array;
  score: number;
  /** Matrix in which the best alignment ends. */
  end: number;
}

/** Runs Gotoh's recursion row by row, keeping only the scores of the previous row. */
function fillTraces(first: Uint8Array, second: Uint8Array, costs: Required<AlignmentOptions>): Traces {
  const columns = second.length + 1;
  const traces = new Uint8Array((first.length + 1) * columns);
  const scores: ScoreRow = { match: row(columns), firstGapped: row(columns), secondGapped: row(columns) };
  scores.match[0] = 0;
  fillFirstRow(scores, traces, costs);
  for (let i = 1; i <= first.length; i += 1) {
    fillRow(scores, traces.subarray(i * columns, (i + 1) * columns), first[i - 1]!, second, {
      ...costs,
      gapFirst: gapCosts(costs, i === first.length),
    });
  }
  const last = columns - 1;
  const ends = [scores.match[last]!, scores.firstGapped[last]!, scores.secondGapped[last]!] as const;
  const end = best(...ends);
  return { traces, score: ends[end], end };
}

/**
 * Best scores of alignments up to this point that end with a pair, with a gap in the first sequence, or with a gap in the
 * second.
 */
interface ScoreRow {
  match: Float64Array;
  firstGapped: Float64Array;
  secondGapped: Float64Array;
}

function row(columns: number): Float64Array {
  return new Float64Array(columns).fill(Number.NEGATIVE_INFINITY);
}

function fillFirstRow(
  { firstGapped }: ScoreRow,
  traces: Uint8Array,
  costs: Required<AlignmentOptions>,
): void {
  const { open, extend } = gapCosts(costs, true);
  for (let j = 1; j < firstGapped.length; j += 1) {
    firstGapped[j] = 0 - open - j * extend;
    traces[j] = (j === 1 ? MATCH : FIRST_GAPPED) << (2 * FIRST_GAPPED);
  }
}

interface RowCosts extends Required<AlignmentOptions> {
  gapFirst: GapCosts;
}

/** Overwrites the scores of the previous row. A trace stores the previous matrix for each of the three matrices. */
function fillRow(
  { match, firstGapped, secondGapped }: ScoreRow,
  traces: Uint8Array,
  residue: number,
  second: Uint8Array,
  costs: RowCosts,
): void {
  const { open: openFirst, extend: extendFirst } = costs.gapFirst;
  const inside = gapCosts(costs, false);
  const atEnd = gapCosts(costs, true);
  let diagonal = Number.NEGATIVE_INFINITY;
  let diagonalFrom: number = MATCH;
  for (let j = 0; j < traces.length; j += 1) {
    const { open, extend } = j === 0 || j === second.length ? atEnd : inside;
    const aboveMatch = match[j]!;
    const aboveFirst = firstGapped[j]!;
    const aboveSecond = secondGapped[j]!;
    const gapFrom = best(aboveMatch - open, aboveFirst - open, aboveSecond);
    secondGapped[j] = largest(aboveMatch - open, aboveFirst - open, aboveSecond) - extend;
    let trace = diagonalFrom | (gapFrom << (2 * SECOND_GAPPED));
    if (j === 0) {
      match[j] = Number.NEGATIVE_INFINITY;
      firstGapped[j] = Number.NEGATIVE_INFINITY;
    } else {
      match[j] = diagonal + pairScore(residue, second[j - 1]!);
      const leftMatch = match[j - 1]! - openFirst;
      const leftFirst = firstGapped[j - 1]!;
      const leftSecond = secondGapped[j - 1]! - openFirst;
      trace |= best(leftMatch, leftFirst, leftSecond) << (2 * FIRST_GAPPED);
      firstGapped[j] = largest(leftMatch, leftFirst, leftSecond) - extendFirst;
    }
    traces[j] = trace;
    diagonalFrom = best(aboveMatch, aboveFirst, aboveSecond);
    diagonal = largest(aboveMatch, aboveFirst, aboveSecond);
  }
}

function followTraces(
  first: Uint8Array,
  second: Uint8Array,
  traces: Uint8Array,
  end: number,
): Pick<PairAlignment, "first" | "second"> {
  const columns = second.length + 1;
  const [top, bottom]: [number[], number[]] = [[], []];
  let [i, j, state] = [first.length, second.length, end];
  while (i > 0 || j > 0) {
    const trace = traces[i * columns + j]!;
    top.push(state === FIRST_GAPPED ? GAP : first[i - 1]!);
    bottom.push(state === SECOND_GAPPED ? GAP : second[j - 1]!);
    if (state !== FIRST_GAPPED) i -= 1;
    if (state !== SECOND_GAPPED) j -= 1;
    state = (trace >> (2 * state)) & 3;
  }
  return { first: Uint8Array.from(top.reverse()), second: Uint8Array.from(bottom.reverse()) };
}

interface GapCosts {
  open: number;
  extend: number;
}

function gapCosts({ gapOpen, gapExtend, chargeEnds }: Required<AlignmentOptions>, atEnd: boolean): GapCosts {
  return atEnd && !chargeEnds ? { open: 0, extend: 0 } : { open: gapOpen, extend: gapExtend };
}

/** Returns the first of the largest values. */
function best(match: number, firstGapped: number, secondGapped: number): 0 | 1 | 2 {
  if (match >= firstGapped && match >= secondGapped) return MATCH;
  return firstGapped >= secondGapped ? FIRST_GAPPED : SECOND_GAPPED;
}

function largest(a: number, b: number, c: number): number {
  const larger = a > b ? a : b;
  return larger > c ? larger : c;
}

function pairScore(first: number, second: number): number {
  if (first >= AMINO_ACID_COUNT || second >= AMINO_ACID_COUNT) return UNKNOWN_SCORE;
  return BLOSUM62[first * AMINO_ACID_COUNT + second]!;
}
