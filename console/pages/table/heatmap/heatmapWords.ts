import { formatNumber, formatValue, plural } from "../../../parts/format.ts";
import type { CellPosition } from "./cellPosition.ts";
import type { Contradiction } from "./contradictions.ts";
import { missingWords } from "./legendWords.ts";
import { RESIDUES, type Substitutions } from "./substitutions.ts";

/** Maximum number of contradictions shown. */
const MAX_SHOWN = 3;

/** Describes rows whose sequence is not the reference with their mutations. */
export function contradictionWords(contradictions: readonly Contradiction[]): string {
  const count = contradictions.length;
  const shown = contradictions.slice(0, MAX_SHOWN).map(({ stated, actual }) => `“${stated}” has ${actual}`);
  const more = count > MAX_SHOWN ? ", …" : "";
  const rows = `The ${count === 1 ? "sequence of 1 row is" : `sequences of ${formatNumber(count)} rows are`}`;
  return `${rows} inconsistent with the mutations: ${shown.join(", ")}${more}. One of the two is probably mistyped; the heatmap uses the sequence.`;
}

/** Explains which rows the cells show, and describes the others. */
export function usedWords({
  rowsUsed,
  rows,
  referenceRows,
}: Pick<Substitutions, "rowsUsed" | "rows" | "referenceRows">): string {
  const several = rows - rowsUsed - referenceRows;
  const others = [
    ...(referenceRows > 0 ? [`${plural(referenceRows, "row")} of the reference itself`] : []),
    ...(several > 0 ? [`${plural(several, "row")} with several substitutions`] : []),
  ];
  if (others.length === 0) return `All ${plural(rows, "row")}.`;
  return `${formatNumber(rowsUsed)} of ${plural(rows, "row")}; the others are ${others.join(" and ")}.`;
}

/** States how many positions have no value. */
export function unmeasuredWords(unmeasured: number, positions: number, isHidden: boolean): string {
  if (unmeasured === 0) return "";
  return `${formatNumber(unmeasured)} of ${formatNumber(positions)} positions have no value${isHidden ? " and are hidden" : ""}.`;
}

/** Describes a cell: `K30I: -0.404 log_fitness (1 row)`. */
export function cellWords(
  shown: Substitutions,
  { position, residue: row }: CellPosition,
  assay: string,
): string {
  const [from, to] = [shown.reference[position] ?? "", RESIDUES[row] ?? ""];
  const number = shown.numbers[position];
  const name = `${from}${number}${to}`;
  if (from === to) {
    const value =
      shown.referenceValue === null ? missingWords(shown) : `${formatValue(shown.referenceValue)} ${assay}`;
    return `${from}${number}: the reference, ${value}`;
  }
  const cell = shown.cells[position * RESIDUES.length + row];
  if (!cell) return `${name}: ${missingWords(shown)}`;
  if (shown.centerIs === "as likely") return `${name}: ${assay} ${formatValue(cell.mean)}`;
  return `${name}: ${formatValue(cell.mean)} ${assay} (${cell.rows === 1 ? "1 row" : `mean of ${cell.rows} rows`})`;
}
