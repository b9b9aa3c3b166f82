import { invalidField } from "@pdp/basics/errors";
import { CHAIN_BREAK } from "@pdp/basics/proteins";
import { alignPair } from "../sequences/alignPair.ts";
import { AMINO_ACID_COUNT, GAP, residueIndex, residueIndices } from "../sequences/aminoAcids.ts";
import { chainSpans } from "../sequences/chainSpans.ts";
import { type Alignment, createAlignment } from "./alignment.ts";

export interface AlignedHomologs {
  alignment: Alignment;
  /** Whether the homologs were already aligned; otherwise, each was aligned to the reference. */
  cameAligned: boolean;
  /**
   * Number of rows dropped because they cover too little of the reference, duplicate another row, or exceed the maximum.
   */
  leftOut: { tooShort: number; repeated: number; thinned: number };
}

/** Minimum share of a chain's positions that a row must cover (as in EVcouplings). */
const MIN_COVERAGE = 0.5;
/** Maximum number of rows; if there are more, they are thinned out evenly, because the cost of the weights is quadratic. */
const MAX_ROWS = 20_000;

/**
 * Aligns related sequences, which may already be aligned, to a reference of residue indices. They count as aligned if any of
 * them has a gap (`-` or `.`). As in A2M, upper-case letters and `-` are in columns shared by all rows, and lower-case letters
 * and `.` are insertions. Without gaps, each sequence is aligned to the reference separately. Throws a DomainError if rows
 * with gaps differ in their columns.
 */
export function alignHomologs(reference: Uint8Array, homologs: readonly string[]): AlignedHomologs {
  if (reference.length === 0) throw invalidField(["reference"], "The reference has no residues.");
  const texts = homologs.map((text) => text.replace(/\s|\*$/g, ""));
  const cameAligned = texts.some((text) => /[-.]/.test(text));
  const distinct = [...new Set(texts)];
  const thinned = thinEvenly(distinct, MAX_ROWS - 1);
  const spans = chainSpans(reference);
  const chains = spans.map(({ start, end }, index) => {
    const known = reference.subarray(start, end);
    const textOf = (text: string): string =>
      spans.length === 1 ? text : (text.split(CHAIN_BREAK)[index] ?? "");
    const texts = thinned.map(textOf);
    const rows = cameAligned
      ? rowsOfColumns(known, distinct.map(textOf), texts)
      : texts.map(onReference(known));
    return { start, rows: rows.map((row) => (coverage(row) >= MIN_COVERAGE ? row : null)) };
  });
  const related = thinned.flatMap((_, index) =>
    joinRows(
      reference.length,
      chains.map(({ start, rows }) => ({ start, row: rows[index] ?? null })),
    ),
  );
  return {
    alignment: createAlignment(reference, related),
    cameAligned,
    leftOut: {
      tooShort: thinned.length - related.length,
      repeated: homologs.length - distinct.length,
      thinned: distinct.length - thinned.length,
    },
  };
}

/** Joins the rows of the chains, with gaps for those that are not covered; empty if none of them is. */
function joinRows(
  length: number,
  chains: readonly { start: number; row: Uint8Array | null }[],
): Uint8Array[] {
  if (chains.every(({ row }) => row === null)) return [];
  const joined = new Uint8Array(length).fill(GAP);
  for (const { start, row } of chains) if (row) joined.set(row, start);
  return [joined];
}

function thinEvenly<Item>(items: readonly Item[], maximum: number): Item[] {
  if (items.length <= maximum) return [...items];
  return Array.from({ length: maximum }, (_, index) => items[Math.floor((index * items.length) / maximum)]!);
}

function coverage(row: Uint8Array): number {
  let present = 0;
  for (const residue of row) if (residue < AMINO_ACID_COUNT) present += 1;
  return present / row.length;
}

/** Returns, for rows with shared columns, their residues at each position of the reference. */
function rowsOfColumns(
  reference: Uint8Array,
  all: readonly string[],
  wanted: readonly string[],
): Uint8Array[] {
  // If there are no upper-case letters, case has no meaning.
  const shared = all.some((text) => /[A-Z]/.test(text)) ? all : all.map((text) => text.toUpperCase());
  const width = columns(shared.find((text) => text !== "") ?? "").length;
  const odd = shared.findIndex((text) => text !== "" && columns(text).length !== width);
  if (odd >= 0) {
    throw invalidField(
      ["homologs"],
      `The homologs have gaps, so they are treated as aligned, but number ${odd + 1} has ` +
        `${columns(shared[odd]!).length} columns and the first one has ${width}. Provide all rows of one alignment, ` +
        "or sequences without gaps.",
    );
  }
  const columnOf = columnsOfReference(reference, shared);
  const cased = shared === all ? wanted : wanted.map((text) => text.toUpperCase());
  return cased.map((text) => {
    const indices = residueIndices(columns(text));
    return Uint8Array.from(columnOf, (column) => (column < 0 ? GAP : (indices[column] ?? GAP)));
  });
}

/** Returns the letters in shared columns. */
function columns(text: string): string {
  return text.replace(/[^A-Z-]/g, "");
}

/**
 * Returns the shared column of each position of the reference; −1 if it has none. The columns are those of the row that
 * contains the reference or, if no row does, of the first row with residues, which is aligned to the reference.
 */
function columnsOfReference(reference: Uint8Array, rows: readonly string[]): Int32Array {
  const anchors = rows.map((row) => row.replace(/[-.]/g, "").toUpperCase());
  const letters = [...reference].map((index) => index);
  const holder = anchors.findIndex(
    (anchor) =>
      anchor.length === letters.length && letters.every((index, at) => residueIndex(anchor[at]!) === index),
  );
  const anchored = holder < 0 ? anchors.findIndex((anchor) => anchor !== "") : holder;
  const anchor = rows[anchored] ?? "";
  const columnOfLetter: number[] = [];
  let column = 0;
  for (const letter of anchor) {
    if (/[A-Z]/.test(letter)) columnOfLetter.push(column);
    else if (/[a-z]/.test(letter)) columnOfLetter.push(-1);
    if (/[A-Z-]/.test(letter)) column += 1;
  }
  const result = new Int32Array(reference.length).fill(-1);
  const pairs = pairedPositions(reference, residueIndices(anchors[anchored] ?? ""));
  for (let position = 0; position < result.length; position += 1) {
    const letter = pairs[position]!;
    result[position] = letter < 0 ? -1 : columnOfLetter[letter]!;
  }
  return result;
}

function onReference(reference: Uint8Array): (text: string) => Uint8Array {
  return (text) => {
    const indices = residueIndices(text);
    const pairs = pairedPositions(reference, indices);
    return Uint8Array.from(pairs, (at) => (at < 0 ? GAP : indices[at]!));
  };
}

/** Minimum identity for comparing sequences of equal length position by position, without alignment. */
const SURELY_THE_SAME = 0.5;

/** Returns, for each position of the first sequence, the aligned position of the second sequence, or −1. */
function pairedPositions(first: Uint8Array, second: Uint8Array): Int32Array {
  const pairs = new Int32Array(first.length).fill(-1);
  if (second.length === 0) return pairs;
  if (first.length === second.length && identity(first, second) >= SURELY_THE_SAME) {
    return pairs.map((_, position) => position);
  }
  // Overhanging ends are not evidence for how two proteins are related.
  const aligned = alignPair(first, second, { chargeEnds: false });
  let [i, j] = [0, 0];
  for (let column = 0; column < aligned.first.length; column += 1) {
    const [inFirst, inSecond] = [aligned.first[column] !== GAP, aligned.second[column] !== GAP];
    if (inFirst && inSecond) pairs[i] = j;
    if (inFirst) i += 1;
    if (inSecond) j += 1;
  }
  return pairs;
}

function identity(first: Uint8Array, second: Uint8Array): number {
  let same = 0;
  for (let position = 0; position < first.length; position += 1) {
    if (first[position] === second[position]) same += 1;
  }
  return same / first.length;
}
