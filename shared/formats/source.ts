import type { FileOptions } from "#shared/domain/loads/fileOptions.ts";
import type { FileFormat } from "#shared/domain/loads/load.ts";
import type { SequenceFrom } from "#shared/domain/loads/sequenceFrom.ts";
import type { Problem } from "#shared/domain/problem.ts";

/** Uploaded file at a local path. */
export interface Source {
  path: string;
  format: FileFormat;
  /** Name of the file in errors. */
  name: string;
  /** Reference of the table that its rows go to, which advice in errors names. */
  table?: string;
  reading?: ReadOptions;
  /** Rule for the column with the sequences, if the table's config has one. */
  sequenceFrom?: SequenceFrom;
  /** Line of its first byte in the uploaded file, if lines before it were skipped; otherwise 1. */
  firstLine?: number;
  /** True if the bytes may be the first ones of a longer file, whose last sequence is incomplete. */
  isCut?: boolean;
  /** First lines of skipped rows. */
  skipped?: ReadonlySet<number>;
  /** Receives every problem of the file, while its report only keeps the first ones. */
  log?: { add: (problem: Problem) => void };
}

/** How a file is read, according to its table's config in the load. */
export type ReadOptions = FileOptions;

/** Maximum size of one row in every text format, in bytes; a row is in memory as a whole. */
export const MAX_ROW_BYTES = 2_000_000;
