import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recorded } from "#test/shared/trino/sameAsTrino.ts";

/** Query with the response of a real Trino server. */
export interface Conformance {
  query: string;
  /** Trino names of the column types. */
  types?: string[];
  rows?: Recorded[][];
  /** Trino refused the query, or the query failed. */
  trino?: "error";
  /**
   * Known difference from Trino: "laxer" runs although Trino refuses it, "refused" is not supported, and rows replace Trino's.
   */
  here?: "laxer" | "refused" | Recorded[][];
}

/** Recorded from Trino 435 (LocalQueryRunner) and 476 (testing server) with a session in UTC, one query per line. */
export function conformance(): Conformance[] {
  const lines = readFileSync(join(import.meta.dirname, "conformance.jsonl"), "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Conformance);
}
