import { RESIDUES, type Substitutions } from "./substitutions.ts";

/** Writes the cells of a heatmap as CSV. */
export function heatmapCsv({
  reference,
  numbers,
  cells,
  centerIs,
}: Pick<Substitutions, "reference" | "numbers" | "cells" | "centerIs">): string {
  const isScore = centerIs === "as likely";
  const lines = cells.flatMap((cell, index) => {
    if (!cell) return [];
    const position = Math.floor(index / RESIDUES.length);
    const [from, to] = [reference[position], RESIDUES[index % RESIDUES.length]];
    return [`${numbers[position]},${from},${to},${cell.mean}${isScore ? "" : `,${cell.rows}`}`];
  });
  const names = `position,reference,residue,${isScore ? "score" : "mean,rows"}`;
  return `${[names, ...lines].join("\n")}\n`;
}
