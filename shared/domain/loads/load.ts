import type { Column } from "@pdp/basics/columns";
import { invalidField } from "@pdp/basics/errors";
import { absentOrNull, boundedRecord, optional, ShownText, textOrNone } from "@pdp/basics/schemas";
import { FileFormat, fileOptionInputs, fileOptionsFrom, fileOptionsShown } from "@pdp/formats/options";
import {
  SequenceFrom,
  SequenceFromInput,
  sequenceRule,
  storedColumns,
  withWildTypeCells,
} from "@pdp/formats/proteins";

import * as v from "valibot";
import { columnsFrom, FileColumnsInput } from "#shared/domain/columns/columnsInput.ts";
import { ColumnResponse } from "#shared/domain/columns/columnWire.ts";
import { plainColumn } from "#shared/domain/columns/loadColumns.ts";
import { Context, LoadContext } from "#shared/domain/context.ts";
import { authored, Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { foldReference, Reference, TableReference } from "#shared/domain/table.ts";

export const MAX_TABLES = 20;
export const MAX_FILES = 1000;
/**
 * Maximum length of a load's description, in characters. It is shorter than that of other resources, because a load's record
 * also contains its tables.
 */
const MAX_LOAD_DESCRIPTION = 2_000;
/** Maximum size of an uploaded file, in bytes. */
export const MAX_FILE_BYTES = 100 * 1024 * 1024;

export const LoadState = v.picklist(["PENDING", "LOADING", "DELETING", "COMPLETED", "FAILED"]);
export type LoadState = v.InferOutput<typeof LoadState>;

export const LoadTable = v.object({
  columns: v.array(ColumnResponse),
  format: FileFormat,
  ...fileOptionsShown,
  sequence_from: v.pipe(
    v.optional(SequenceFrom),
    v.description("Rule for the computed column of sequences; present if the load computes one"),
  ),
  table_id: v.pipe(v.nullable(IdString), v.description("Null until the table has been found or created")),
  creates: v.pipe(
    v.optional(v.literal(true)),
    v.description("Present if the table does not exist and the load creates it"),
  ),
  rows: v.pipe(
    v.optional(v.number()),
    v.description("Number of rows that the load added to the table; present once it is COMPLETED"),
  ),
});
export type LoadTable = v.InferOutput<typeof LoadTable>;

export const LoadFile = v.object({
  id: IdString,
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that uploaded it")),
  filepath: v.pipe(v.string(), v.description("Name of the uploaded file, used in problem reports")),
  size: v.pipe(v.number(), v.description("Size in bytes")),
  table_reference: v.pipe(
    v.nullable(v.string()),
    v.description("Table in the load that receives its rows; null for a file that is only stored"),
  ),
  source_file_id: v.pipe(
    v.nullable(IdString),
    v.description("Source of this file: another file in the same load"),
  ),
  description: ShownText,
  rows: v.pipe(
    v.optional(v.number()),
    v.description("Number of rows; present for a file assigned to a table once the load is COMPLETED"),
  ),
  erased_at: v.pipe(
    v.optional(Timestamp),
    v.description("Present if the file was deleted by an erasure and can no longer be downloaded"),
  ),
});
export type LoadFile = v.InferOutput<typeof LoadFile>;

/** Result of checking an uploaded file. */
export interface FileCheck {
  /** Sentences about the problems; there may be more problems than sentences. */
  errors: string[];
  problem_count: number;
}

/** Stored form of a file, with internal fields, which are absent for files uploaded by older versions. */
export interface LoadFileRecord extends LoadFile {
  /** SHA-256 of the file's bytes, in hexadecimal. */
  sha256?: string;
  /** True if it is a gzip file or a ZIP archive, such as a workbook. */
  is_compressed?: true;
  /** Number of problems found by the check at upload. */
  problem_count?: number;
  /** File with the same bytes that an active load had already added to the table when this file was uploaded. */
  same_as?: SameFile;
}

export interface SameFile {
  load_id: string;
  file_id: string;
  filepath: string;
}

export const LoadProgress = v.object({
  phase: v.pipe(
    v.picklist(["WAITING", "READING", "COMMITTING"]),
    v.description(
      "`WAITING` until the first file is read, `READING` until all files are read, then `COMMITTING`; an undo or redo is only `COMMITTING`",
    ),
  ),
  files_done: v.pipe(v.number(), v.description("Number of table files read so far")),
  files: v.pipe(v.number(), v.description("Total number of table files")),
  bytes_done: v.pipe(v.number(), v.description("Number of bytes read so far")),
  bytes: v.pipe(v.number(), v.description("Total size of these files in bytes")),
  rows_done: v.pipe(v.number(), v.description("Number of rows read so far")),
});
export type LoadProgress = v.InferOutput<typeof LoadProgress>;

export const Load = v.object({
  errors: v.pipe(
    v.array(v.string()),
    v.description(
      "Messages that state what to fix: one for each file, column and reason, with an example value, the number of cells and the first lines. At most 100, followed by the number of further problems; `load:downloadErrors` lists them all",
    ),
  ),
  problem_count: v.pipe(
    v.optional(v.number()),
    v.description("Total number of problems; absent if there are none"),
  ),
  ...authored,
  description: v.pipe(v.optional(ShownText), v.description("Present if specified at creation")),
  context: Context,
  tables: v.pipe(v.record(v.string(), LoadTable), v.description("Tables, keyed by reference")),
  state: LoadState,
  expires_at: v.pipe(
    v.optional(Timestamp),
    v.description(
      "Present while the load is PENDING: time of expiry, 7 days after its last change (its creation, or adding or removing a table or file). Afterwards, it can no longer be finalized, and is removed with its files",
    ),
  ),
  is_active: v.pipe(v.boolean(), v.description("False once the load is undone")),
  warnings: v.pipe(
    v.optional(v.array(v.string())),
    v.description("Problems that did not stop the load, but should be checked; present if there are any"),
  ),
  erased_at: v.pipe(
    v.optional(Timestamp),
    v.description("Present once some or all of its rows have been erased from every version"),
  ),
  progress: v.pipe(
    v.optional(LoadProgress),
    v.description("Progress of the load; present while it is LOADING"),
  ),
  rows_left_out: v.pipe(
    v.optional(v.number()),
    v.description(
      "Number of unreadable rows that were skipped as specified by `bad_rows`; present once the load is COMPLETED if there are any. `load:downloadErrors` lists the reasons",
    ),
  ),
  files: v.array(LoadFile),
});
export type Load = v.InferOutput<typeof Load>;

/** Operation performed by the running execution of a load. */
export type LoadAction = "INGEST" | "UNDO" | "REDO" | "DELETE";

/** Stored form of a load: without its files, with internal fields. */
export interface LoadRecord extends Omit<Load, "files" | "progress" | "rows_left_out" | "expires_at"> {
  warnings: string[];
  /** Ids of the files that the errors of a pending load belong to, in the order of the errors. */
  error_files?: string[];
  /** Incremented each time a state machine is started; writes of older executions are rejected. */
  attempt: number;
  action: LoadAction | null;
  /** First attempt of the current work; later attempts are restarts. */
  first_attempt?: number;
  /** Number of file records; finalize is conditional on the set of files that it read. */
  file_count: number;
  /** Total size of its files, in bytes; absent until a file is added. */
  bytes?: number;
  /** Number of removed files. Together with the number of files, it shows whether the set has changed. */
  removed_files?: number;
  /**
   * Row counts of the load's files, in the order of their ids, null for files without a table; present once the load has been
   * committed.
   */
  file_rows?: (number | null)[];
  /** True if all of its rows have been erased, so that nothing is left to undo or redo. */
  is_erased?: true;
  /** Last erasure that removed rows of this load. */
  erased_by?: string;
  /** Skipped rows, and the attempt that found their problems. */
  left_out?: { rows: number; attempt: number };
  /** Moves of committed rows to other rounds, oldest first: the version, and the round until then. */
  moves?: { version_id: string; round_id: string | null }[];
  /** True if its rows were ever part of a version. It can then be undone, but not deleted. */
  committed: boolean;
  /** Key of the list of its data files, which undo and redo read; null before the first commit. */
  files_key: string | null;
}

export const TableConfig = v.object({
  columns: v.pipe(FileColumnsInput, v.description("Columns of the files")),
  format: v.pipe(absentOrNull(FileFormat), v.description("Format of all its files. Defaults to CSV")),
  ...fileOptionInputs,
  sequence_from: v.optional(v.nullable(SequenceFromInput)),
});
export type TableConfig = v.InferOutput<typeof TableConfig>;

export const LoadCreate = v.object({
  context: LoadContext,
  description: v.pipe(
    optional(textOrNone(MAX_LOAD_DESCRIPTION)),
    v.description("Description of the load; at most 2,000 characters"),
    v.examples(["Plates 1 to 7 of round 1"]),
  ),
  tables: absentOrNull(
    v.pipe(
      boundedRecord(TableReference, TableConfig, MAX_TABLES, `A load can have at most ${MAX_TABLES} tables`),
      v.description(`Keyed by table reference; at most ${MAX_TABLES}`),
    ),
  ),
});

export const LoadAddTable = v.object({
  table_ref: v.pipe(
    absentOrNull(v.string()),
    v.description("May be omitted if `table_ref` is in the query; otherwise both must agree"),
    v.examples(["variants"]),
  ),
  config: TableConfig,
});

/** Checks the configuration of one table; `loc` is its location in the request. */
export function loadTable(reference: string, config: TableConfig, loc: (string | number)[]): LoadTable {
  const checked = v.safeParse(Reference, reference);
  if (!checked.success) throw invalidField(loc, checked.issues[0].message, reference);
  const columns = columnsFrom(config.columns, [...loc, "columns"]);
  const format = config.format ?? "CSV";
  const options = fileOptionsFrom(config, format, columns, loc);
  const rule = config.sequence_from && sequenceRule(config.sequence_from, columns, [...loc, "sequence_from"]);
  const read = withWildTypeCells(columns, rule);
  return { columns: read, format, ...options, ...(rule && { sequence_from: rule }), table_id: null };
}

/** Checks the tables of a new load; their references must be unique ignoring case. */
export function loadTables(
  tables: Record<string, TableConfig>,
  loc: (string | number)[],
): Record<string, LoadTable> {
  const result: Record<string, LoadTable> = {};
  for (const [reference, config] of Object.entries(tables)) {
    if (tableOf(result, reference)) {
      throw invalidField(
        [...loc, reference],
        `The table "${reference}" is listed twice (references are case-insensitive)`,
      );
    }
    result[reference] = loadTable(reference, config, [...loc, reference]);
  }
  return result;
}

/**
 * Finds a load's table by reference, ignoring case. Returns the reference as spelled in the load, and the configuration.
 */
export function tableOf(
  tables: Record<string, LoadTable>,
  reference: string,
): [reference: string, table: LoadTable] | undefined {
  const folded = foldReference(reference);
  return Object.entries(tables).find(([name]) => foldReference(name) === folded);
}

/** Returns the columns that a load adds to a table, without `source_name`, in the form in which the table stores them. */
export function tableColumns({ columns, sequence_from: rule }: BroughtTable): Column[] {
  return storedColumns(columns, rule).map(plainColumn);
}

type BroughtTable = Pick<LoadTable, "columns" | "sequence_from">;
