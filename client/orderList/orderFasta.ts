import { type Chain, chainsOf } from "@pdp/basics/proteins";
import type { OrderRow } from "./orderRows.ts";

const RESIDUES_PER_LINE = 60;

/**
 * Writes an order list as FASTA: `>D001 I6D;L99A`, followed by the protein sequence in lines of 60 residues. A warning about
 * the predictions follows the mutations. Each chain of a protein with two is a record with its mutations: `>D001_H H:A23G`.
 */
export function orderFasta(rows: readonly OrderRow[]): string {
  return rows
    .flatMap((row) => {
      const chains = chainsOf(row.sequence);
      return chains
        .filter(({ start, end }) => chains.length === 1 || end > start)
        .map((chain) => recordOf(row, chain));
    })
    .join("");
}

function recordOf(
  { name, mutations, sequence, warning = "" }: OrderRow,
  { prefix, start, end }: Chain,
): string {
  const suffix = prefix === "" ? "" : `_${prefix.slice(0, -1)}`;
  const chainMutations = mutations.split(" ").filter((mutation) => mutation.startsWith(prefix));
  const title = [`${name}${suffix}`, chainMutations.join(" "), warning]
    .filter((part) => part !== "")
    .join(" ");
  const lines = sequence.slice(start, end).match(new RegExp(`.{1,${RESIDUES_PER_LINE}}`, "g")) ?? [];
  return `${[`>${title}`, ...lines].join("\n")}\n`;
}
