import { readFileSync } from "node:fs";

/** Mutational scan file that every client turns into a trained model without changes. */
export interface ScanFile {
  name: string;
  content: string;
  table: string;
  /** Table or view to train on; defaults to `table`. */
  source?: string;
  assay: string;
  /** Residue positions of combinations. */
  positions?: number[];
  /** True for replicate columns from which views are created. */
  replicates?: boolean;
  /** Sequence column; defaults to `sequence`. */
  sequence?: string;
  /** Condition that selects one row, and its sequence. */
  sample: [where: string, sequence: string];
}

interface ScanVectors {
  reference: string;
  first_position: number;
  files: ScanFile[];
}

/** Scans in six formats, read by the tests of each client. */
export const scanVectors: ScanVectors = JSON.parse(
  readFileSync(new URL("../clients/scanVectors.json", import.meta.url), "utf8"),
);
