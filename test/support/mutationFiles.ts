import { readFileSync } from "node:fs";

/** File with mutations, and the result that every client produces from it with the reference in the vectors. */
export interface MutationFile {
  name: string;
  content: string;
  /** Positions of combinations, if the file contains any. */
  options: { positions?: number[] };
  /** Columns proposed as the mutation columns. */
  mutations: unknown;
  /** Value and sequence of each row, by value; null for a file with problems. */
  sequences: [value: number, sequence: string][] | null;
  /** Number of rows with a stop codon or a frameshift, which are not loaded. */
  omitted: number;
  /** Messages from a load, a preview and a check. */
  problems: string[];
}

interface MutationVectors {
  reference: string;
  /** Mutation notations: null if no sequence remains. */
  spellings: { name: string; cells: string[]; sequences: (string | null)[] }[];
  files: MutationFile[];
  /** Training rows, and the number that their codes assign to the first residue of the reference. */
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
