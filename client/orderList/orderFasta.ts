import type { OrderRow } from "./orderRows.ts";

const RESIDUES_PER_LINE = 60;

/**
 * Writes an order list as FASTA: `>D001 I6D;L99A`, followed by the protein sequence in lines of 60 residues. A warning about
 * the predictions follows the mutations.
 */
export function orderFasta(rows: readonly OrderRow[]): string {
  return rows
    .map(({ name, mutations, sequence, warning = "" }) => {
      const title = [name, mutations, warning].filter((part) => part !== "").join(" ");
      const lines = sequence.match(new RegExp(`.{1,${RESIDUES_PER_LINE}}`, "g")) ?? [];
      return `${[`>${title}`, ...lines].join("\n")}\n`;
    })
    .join("");
}
