import { sequenceKindOf } from "@pdp/basics/columns";
import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { formatCount } from "@pdp/basics/wording";
import { normalizeSequence } from "../readSequence.ts";
import { type MutationCode, readMutationColumn } from "./mutationCodes.ts";
import { rowNumber, type WarnedColumn } from "./warnedColumns.ts";

/** Row that contains both mutations and a sequence. */
interface StatedRow {
  row: number;
  codes: readonly MutationCode[];
  sequence: string;
}

/** Meaning of a sequence in a file: the variant in its row, or the protein before its mutations. */
type Reading = "to" | "from";

const MIN_ROWS = 2;
const MAX_ROWS = 5_000;
/** Minimum number of rows required to guess a numbering. */
const GUESSED_ROWS = 5;
/** Limits on the numberings to try, the rows used to try them, and the positions to compare. */
const MAX_GUESSES = 2_000;
const NUMBERED_ROWS = 500;
const MAX_POSITIONS = 2_000;
/** Minimum share of rows that match under the correct numbering. */
const AGREEING_SHARE = 0.9;
/** Minimum number of different positions required to distinguish a numbering from a chance match. */
const MIN_POSITIONS = 3;
/**
 * Minimum number of other rows, and minimum share of them with the same residue, required to determine the residue before a
 * mutation.
 */
const MIN_OTHERS = 3;
const SAME_SHARE = 0.8;
/**
 * Maximum share of rows with a wrong original residue for this to count as a mistake; above it, the protein is assumed to be a
 * different one.
 */
const MISTAKEN_SHARE = 0.2;

/** Warns about mutations that are counted from 0, and about mutations that contradict the sequences in their rows. */
export function mutationWarnings(columns: readonly WarnedColumn[]): string[] {
  const sequences = columns.filter(({ column }) => sequenceKindOf(column) === "AMINO_ACIDS");
  const warnings: string[] = [];
  for (const { column, cells } of columns) {
    const isText = column.type === "STRING" && (sequenceKindOf(column) ?? "NONE") === "NONE";
    const codes = isText ? readMutationColumn(cells) : undefined;
    if (codes === undefined) continue;
    const zero = zeroWarning(column.name, codes);
    if (zero !== undefined) warnings.push(zero);
    for (const { column: other, cells: texts } of sequences) {
      const sentence = contradiction(column.name, other.name, statedRows(codes, texts), zero !== undefined);
      if (sentence !== undefined) warnings.push(sentence);
    }
  }
  return warnings;
}

function zeroWarning(
  name: string,
  codes: readonly (readonly MutationCode[] | undefined)[],
): string | undefined {
  const row = codes.findIndex((codesOfRow) => codesOfRow?.some(({ position }) => position === 0));
  const code = codes[row]?.find(({ position }) => position === 0)?.code;
  if (code === undefined) return undefined;
  return `${name}: positions are counted from 0, as in ${code} (row ${rowNumber(row)}); heatmaps, training and reports count them from 1. Add 1 to each position.`;
}

function statedRows(
  codes: readonly (readonly MutationCode[] | undefined)[],
  texts: readonly (string | null)[],
): StatedRow[] {
  const rows: StatedRow[] = [];
  for (let row = 0; row < codes.length && rows.length < MAX_ROWS; row++) {
    const [stated = [], text] = [codes[row], texts[row]];
    if (stated.length === 0 || text == null) continue;
    rows.push({ row, codes: stated, sequence: normalizeSequence(text, { alphabet: AMINO_ACIDS }) });
  }
  return rows;
}

/** Returns the sentence about the rows in which two columns disagree, or about the numbering with which they agree. */
function contradiction(
  mutations: string,
  sequence: string,
  rows: readonly StatedRow[],
  countsFromZero: boolean,
): string | undefined {
  // A single row may contain part of the protein, and number its mutations within that part.
  if (rows.length < MIN_ROWS) return undefined;
  const reading = bestFit(rows, [1]).reading;
  const [first, ...others] = rows.filter((row) => !agrees(row, reading, 1));
  if (first === undefined) return reading === "to" ? wrongResidue(mutations, sequence, rows) : undefined;
  const number = numberingOf(rows);
  if (number === 0 && countsFromZero) return undefined;
  if (number !== undefined) {
    return `${mutations}: the mutations agree with ${sequence} only if the first residue has the number ${number}; number residues from 1, or specify the numbering where the numbers are shown.`;
  }
  const { row, codes, sequence: text } = first;
  const code = codes.find((code) => text[code.position - 1] !== code[reading]) as MutationCode;
  const residue = text[code.position - 1];
  const contradictionText =
    residue === undefined ? `ends at ${text.length}` : `has ${residue} at position ${code.position}`;
  const verb = others.length === 0 ? "contradicts" : "contradict";
  return `${mutations}: ${formatCount(others.length + 1, "row")} of ${rows.length.toLocaleString("en-US")} ${verb} ${sequence}, such as row ${rowNumber(row)} with ${code.code}, whose sequence ${contradictionText}. Correct the mutations or the sequences.`;
}

/** Returns the sentence about mutations with an original residue that differs from the residue in the other rows. */
function wrongResidue(mutations: string, sequence: string, rows: readonly StatedRow[]): string | undefined {
  const known = new Map<number, string | undefined>();
  const residueAt = (position: number): string | undefined => {
    if (!known.has(position) && known.size < MAX_POSITIONS) known.set(position, usualResidue(rows, position));
    return known.get(position);
  };
  const isWrong = ({ from, position }: MutationCode) => (residueAt(position) ?? from) !== from;
  const [first, ...others] = rows.filter(({ codes }) => codes.some(isWrong));
  const code = first?.codes.find(isWrong);
  if (first === undefined || code === undefined) return undefined;
  if (others.length + 1 > MISTAKEN_SHARE * rows.length) return undefined;
  const verb = others.length === 0 ? "contradicts" : "contradict";
  return `${mutations}: ${formatCount(others.length + 1, "row")} of ${rows.length.toLocaleString("en-US")} ${verb} ${sequence}, such as row ${rowNumber(first.row)} with ${code.code}, where the other sequences have ${residueAt(code.position)}. Correct the mutations or the sequences.`;
}

/** Returns the residue at a position in the rows without a mutation there. */
function usualResidue(rows: readonly StatedRow[], position: number): string | undefined {
  const counts = new Map<string, number>();
  let total = 0;
  for (const { codes, sequence } of rows) {
    const residue = sequence[position - 1];
    if (residue === undefined || codes.some((code) => code.position === position)) continue;
    counts.set(residue, (counts.get(residue) ?? 0) + 1);
    total++;
  }
  const [residue, count = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return total >= MIN_OTHERS && count >= SAME_SHARE * total ? residue : undefined;
}

interface Fit {
  reading: Reading;
  firstNumber: number;
  /** Number of matching rows. */
  rows: number;
}

/**
 * Returns the interpretation and the number of the first residue with which the most rows match; the first such pair if there
 * are several.
 */
function bestFit(rows: readonly StatedRow[], firstNumbers: Iterable<number>): Fit {
  let best: Fit = { reading: "to", firstNumber: 1, rows: -1 };
  for (const firstNumber of firstNumbers) {
    for (const reading of ["to", "from"] as const) {
      const agreeing = rows.filter((row) => agrees(row, reading, firstNumber)).length;
      if (agreeing > best.rows) best = { reading, firstNumber, rows: agreeing };
    }
  }
  return best;
}

/** Returns the number of the first residue for which nearly all rows match, if it is not 1. */
function numberingOf(rows: readonly StatedRow[]): number | undefined {
  const positions = new Set(rows.flatMap(({ codes }) => codes.map(({ position }) => position)));
  if (positions.size < MIN_POSITIONS) return undefined;
  const guesses = new Set([1]);
  const looked = rows.slice(0, NUMBERED_ROWS);
  for (const { codes, sequence } of rows.slice(0, GUESSED_ROWS)) {
    const { position, from, to } = codes[0] as MutationCode;
    for (let at = 0; at < sequence.length; at++)
      if (guesses.size < MAX_GUESSES && (sequence[at] === from || sequence[at] === to))
        guesses.add(position - at);
  }
  const { firstNumber, rows: agreeing } = bestFit(looked, guesses);
  return firstNumber !== 1 && agreeing >= AGREEING_SHARE * looked.length ? firstNumber : undefined;
}

function agrees({ codes, sequence }: StatedRow, reading: Reading, firstNumber: number): boolean {
  return codes.every((code) => sequence[code.position - firstNumber] === code[reading]);
}
