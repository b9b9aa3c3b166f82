import type { OrderRow } from "./orderRows.ts";

const RESIDUES_PER_LINE = 60;

/** Writes an order list as FASTA: `>D001 I6D;L99A`, followed by the protein sequence in lines of 60 residues. */
export function orderFasta(rows: readonly OrderRow[]): string {
  return rows
    .map(({ name, mutations, sequence }) => {
      const title = mutations === "" ? name : `${name} ${mutations}`;
      const lines = sequence.match(new RegExp(`.{1,${RESIDUES_PER_LINE}}`, "g")) ?? [];
      return `${[`>${title}`, ...lines].join("\n")}\n`;
    })
    .join("");
}
