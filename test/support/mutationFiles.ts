import { readFileSync } from "node:fs";

/** File with mutations, and the result that every client produces from it with the reference in the vectors. */
export interface MutationFile {
  name: string;
  content: string;
  /** Positions of combinations, if the file contains any. */
  options: { positions?: number[] };
  /** Columns proposed as the mutation columns. */
  mutations: unknown;
  /** Value and sequence of each row, sorted by value; null for a file with problems. */
  sequences: [value: number, sequence: string][] | null;
  /** Number of rows with a stop codon or a frameshift, which are not loaded. */
  omitted: number;
  /** Messages from a load, a preview and a check of the file. */
  problems: string[];
}

interface MutationVectors {
  reference: string;
  /** Cells with mutations in each notation, and their sequences; null if no sequence remains. */
  spellings: { name: string; cells: string[]; sequences: (string | null)[] }[];
  files: MutationFile[];
  /** Training rows, and the number of the reference's first residue according to their codes. */
  numberings: { name: string; column: string; rows: Record<string, string | null>[]; first: number | null }[];
}

/** Results that all clients produce from mutations, read by the tests of each client. */
export const mutationVectors: MutationVectors = JSON.parse(
  readFileSync(new URL("../clients/mutationVectors.json", import.meta.url), "utf8"),
);

/** Returns the name of the column that contains the values of a file's rows. */
export function valueColumn({ mutations }: MutationFile): string {
  return Object(mutations).value ?? "score";
}
