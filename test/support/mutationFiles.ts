import { readFileSync } from "node:fs";

/** File with mutations, and what every client makes of it with the reference of the vectors. */
export interface MutationFile {
  name: string;
  content: string;
  /** Positions of combinations, where the file has these. */
  options: { positions?: number[] };
  /** Columns that are proposed as the ones with the mutations. */
  mutations: unknown;
  /** Value and sequence of each row by value; null for a file with problems. */
  sequences: [value: number, sequence: string][] | null;
  /** Number of rows with a stop or a frameshift, which are not loaded. */
  omitted: number;
  /** Sentences of a load, a preview and a check. */
  problems: string[];
}

interface MutationVectors {
  reference: string;
  /** Notations of mutations: null if no sequence is left. */
  spellings: { name: string; cells: string[]; sequences: (string | null)[] }[];
  files: MutationFile[];
  /** Rows of a training, and the number that their codes give the first residue of the reference. */
  numberings: { name: string; column: string; rows: Record<string, string | null>[]; first: number | null }[];
}

/** What all clients make of mutations, which the tests of each read. */
export const mutationVectors: MutationVectors = JSON.parse(
  readFileSync(new URL("../clients/mutationVectors.json", import.meta.url), "utf8"),
);

/** Returns the name of the column with the values of a file's rows. */
export function valueColumn({ mutations }: MutationFile): string {
  return Object(mutations).value ?? "score";
}
