import { sequenceKindOf } from "@pdp/basics/columns";
import { AMINO_ACIDS, medianLength, type UnlikeSequence, unlikeSequences } from "@pdp/basics/proteins";
import { cut, formatCount, joinNames } from "@pdp/basics/wording";
import { normalizeSequence } from "../readSequence.ts";
import type { WarnedColumn } from "./warnedColumns.ts";

const MAX_NAMED = 5;
const MAX_LETTERS = 20;

/**
 * Warns about rows with proteins unlike the others in their column, such as `Mean` in a row of means. Words that denote
 * missing values in the table or the column do not count.
 */
export function unlikeSequenceWarnings(
  columns: readonly WarnedColumn[],
  missing: readonly string[] = [],
): string[] {
  return columns.flatMap(({ column, cells }) => {
    if (column.type !== "STRING" || sequenceKindOf(column) !== "AMINO_ACIDS") return [];
    const words = new Set([...missing, ...(column.missing_values ?? [])].map((word) => word.toLowerCase()));
    const sequences = cells.map((cell) => {
      if (cell === null || words.has(cell.trim().toLowerCase())) return null;
      return normalizeSequence(cell, { alphabet: AMINO_ACIDS });
    });
    const unlike = unlikeSequences(sequences);
    if (unlike.length === 0) return [];
    const rows = joinNames(
      unlike.map((item) => `row ${item.row + 1} ${describe(item, cells[item.row] ?? "")}`),
      MAX_NAMED,
    );
    const known = sequences.filter((sequence) => sequence !== null);
    const are = unlike.length === 1 ? "is" : "are";
    return `${column.name}: ${unlike.length.toLocaleString("en-US")} of ${formatCount(known.length, "sequence")} ${are} unlike the others, whose median length is ${medianLength(known)}: ${rows}, counted below the header. Remove rows that are not variants, such as means; a training run excludes them by default.`;
  });
}

function describe({ sequence, reason, identity }: UnlikeSequence, text: string): string {
  const shown = text.trim().length > MAX_LETTERS ? `${text.trim().slice(0, MAX_LETTERS)}…` : text.trim();
  const like = reason === "OTHER" ? `, ${Math.round((identity ?? 0) * 100)} % alike` : "";
  return `("${cut(shown)}", ${formatCount(sequence.length, "residue")}${like})`;
}
