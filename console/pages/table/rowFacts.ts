import { firstNumberOf } from "#shared/domain/mutations/firstNumberOf.ts";
import type { GridSource } from "../../parts/grid/gridSource.ts";

/** Number of rows whose mutations say how residues are numbered. */
const ROWS_COMPARED = 300;

/** Residue of a sequence that differs from the reference. */
export interface Difference {
  /** Index in the sequence, from 0. */
  at: number;
  /** Substitution with the number of its residue, such as `V29A`. */
  code: string;
}

/** Lists the substitutions that lead from a reference to a sequence of the same length; null for another length. */
export function differencesOf(sequence: string, reference: string, firstNumber: number): Difference[] | null {
  if (sequence.length !== reference.length) return null;
  return [...sequence].flatMap((residue, at) =>
    residue === reference[at] ? [] : [{ at, code: `${reference[at]}${firstNumber + at}${residue}` }],
  );
}

/**
 * Returns the number of the first residue of a column of sequences, as another column of text numbers its mutations; 1 if none
 * does.
 */
export function firstNumberIn(rows: GridSource, sequenceColumn: string, reference: string): number {
  const columns = rows.columns;
  const from = columns.findIndex(({ name }) => name === sequenceColumn);
  for (const [column, { isNumber, isDate }] of columns.entries()) {
    if (isNumber || isDate || column === from) continue;
    const variants = Array.from({ length: Math.min(rows.count, ROWS_COMPARED) }, (_, row) => ({
      sequence: textOf(rows.valueAt(row, from)),
      mutations: textOf(rows.valueAt(row, column)),
    }));
    const found = firstNumberOf(
      variants.filter(({ sequence }) => sequence !== ""),
      reference,
    );
    if (found !== null) return found;
  }
  return 1;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Divides a sequence into lines of blocks, as sequences are printed: each line with the index of its first residue. */
export function linesOf(length: number, blockLength = 10, blocksInLine = 4): number[] {
  const step = blockLength * blocksInLine;
  return Array.from({ length: Math.ceil(length / step) }, (_, line) => line * step);
}
