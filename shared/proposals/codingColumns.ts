import { isCodingSequence, translateVariant } from "@pdp/basics/proteins";
import type { SeenColumn } from "./findMutations.ts";

/** Maximum number of rows to translate. */
const MAX_ROWS = 200;
/** Minimum share of the rows that must code for a variant of the reference. */
const CODING_SHARE = 0.8;

/** Finds the columns with coding sequences that differ between rows. */
export function codingColumns(columns: readonly SeenColumn[]): SeenColumn[] {
  return columns.filter(({ proposed, cells }) => {
    if (proposed.type !== "STRING" || (proposed.kind !== "DNA" && proposed.kind !== "RNA")) return false;
    const filled = filledCells(cells);
    return new Set(filled).size > 1 && filled.every(isCodingSequence);
  });
}

/** Tells whether most cells of a column code for variants of a protein. */
export function codesFor({ cells }: SeenColumn, reference: string): boolean {
  const filled = filledCells(cells);
  const fitting = filled.filter((cell) => !("reason" in translateVariant(cell, reference)));
  return filled.length > 0 && fitting.length >= CODING_SHARE * filled.length;
}

function filledCells(cells: SeenColumn["cells"]): string[] {
  return cells.slice(0, MAX_ROWS).filter((cell): cell is string => cell !== null);
}
