import { readFileSync } from "node:fs";

/** File of a mutational scan, which every client turns into a trained model without changes. */
export interface ScanFile {
  name: string;
  content: string;
  table: string;
  /** Table or view to train on; `table` if absent. */
  source?: string;
  assay: string;
  /** Positions of the residues of combinations. */
  positions?: number[];
  /** True for columns of replicates, from which views are made. */
  replicates?: boolean;
  /** Column of the sequences; `sequence` if absent. */
  sequence?: string;
  /** Condition of one row, and its sequence. */
  sample: [where: string, sequence: string];
}

interface ScanVectors {
  reference: string;
  first_position: number;
  files: ScanFile[];
}

/** Scans in six formats, which the tests of each client read. */
export const scanVectors: ScanVectors = JSON.parse(
  readFileSync(new URL("../clients/scanVectors.json", import.meta.url), "utf8"),
);
