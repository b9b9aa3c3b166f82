import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded } from "#test/shared/trino/sameAsTrino.ts";

/** Trino's answer to a query: a result, or the name of an error. */
export interface Recording {
  query: string;
  /** Column names, if any of them is not `_col0`, `_col1`, … */
  names?: string[];
  types?: string[];
  rows?: Recorded[][];
  error?: string;
}

export const RECORDINGS = join(import.meta.dirname, "recordings");

/** Returns the recordings of a group, one per line of its file. */
export function recordings(group: string): Recording[] {
  const text = readFileSync(join(RECORDINGS, `${group}.jsonl`), "utf8");
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Recording);
}
