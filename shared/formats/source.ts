import type { Problem } from "@pdp/basics/wording";
import type { FileFormat } from "./options/fileFormat.ts";
import type { FileOptions } from "./options/fileOptions.ts";
import type { Correction, Exclusion } from "./options/rowRules.ts";
import type { SequenceFrom } from "./variants/sequenceFrom.ts";

/** Uploaded file at a local path. */
export interface Source {
  path: string;
  format: FileFormat;
  /** Name of the file in error messages. */
  name: string;
  /** Reference of the table that its rows are loaded into, used in the advice of error messages. */
  table?: string;
  reading?: ReadOptions;
  /** Rule for the sequence column, if the table's configuration has one. */
  sequenceFrom?: SequenceFrom;
  /** Line number of its first byte in the uploaded file, if earlier lines were skipped; otherwise 1. */
  firstLine?: number;
  /** True if the bytes may be only the beginning of a longer file, so that the last sequence is incomplete. */
  isCut?: boolean;
  /** First lines of skipped rows. */
  skipped?: ReadonlySet<number>;
  /** Receives every rule and every skipped line that applies to a row. */
  uses?: RuleUses;
  /** Receives every problem of the file, while its report only keeps the first few. */
  log?: { add: (problem: Problem) => void };
}

export interface RuleUses {
  rule: (rule: Correction | Exclusion) => void;
  line: (line: number) => void;
}

/** Options for reading a file, from its table's configuration in the load. */
export type ReadOptions = FileOptions;

/** Maximum size of a row in all text formats, in bytes; a row is kept entirely in memory. */
export const MAX_ROW_BYTES = 2_000_000;
