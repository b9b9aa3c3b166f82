import { conflict, type DomainError, invalidField } from "@pdp/basics/errors";
import { type Context, roundIdOf } from "#shared/domain/context.ts";
import { type AuditStamp, applyChanges, newAuthored } from "#shared/domain/fields.ts";
import { fitSentences, requireBoundFit, requireLoadFits } from "#shared/domain/itemSizeLimits.ts";
import {
  type FileCheck,
  type LoadAction,
  type LoadFile,
  type LoadFileRecord,
  type LoadRecord,
  type LoadTable,
  MAX_FILES,
  MAX_TABLES,
  tableOf,
} from "./load.ts";

import { expiryOf, isExpired, PENDING_DAYS } from "./loadExpiry.ts";

/** Maximum number of errors of a pending load. */
const MAX_ERRORS = 100;
/** Maximum number of moves of committed rows. */
const MAX_MOVES = 100;

/** Creates a load without files. */
export function createLoad(
  id: string,
  context: Context,
  tables: Record<string, LoadTable>,
  stamp: AuditStamp,
  description: string | null = null,
): LoadRecord {
  return {
    ...newAuthored(id, stamp),
    ...(description !== null && { description }),
    errors: [],
    warnings: [],
    context,
    tables,
    state: "PENDING",
    is_active: true,
    attempt: 0,
    action: null,
    file_count: 0,
    committed: false,
    files_key: null,
  };
}

export function addTable(
  load: LoadRecord,
  reference: string,
  table: LoadTable,
  stamp: AuditStamp,
): LoadRecord {
  requirePending(load, "takes tables", stamp);
  const existing = tableOf(load.tables, reference);
  if (existing)
    throw conflict("load_table_exists", `The load ${load.id} already has the table "${existing[0]}".`);
  if (Object.keys(load.tables).length >= MAX_TABLES) {
    throw invalidField(
      ["query", "table_ref"],
      `The load ${load.id} has ${MAX_TABLES} tables, the maximum per load`,
      reference,
    );
  }
  const tables = { ...load.tables, [reference]: table };
  requireLoadFits(tables, ["body", "config", "columns"]);
  return applyChanges(load, { tables }, stamp);
}

/** File to be added, with its size in bytes. */
export interface AddedFile extends FileCheck {
  id: string;
  size: number;
}

/**
 * Adds a file with the findings of its check; its record is stored on condition that the load is still pending. Errors beyond
 * the first 100 are only counted.
 */
export function addFile(load: LoadRecord, file: AddedFile, stamp: AuditStamp): LoadRecord {
  requirePending(load, "takes files", stamp);
  if (load.file_count >= MAX_FILES) {
    throw invalidField(["body", "file"], `The load ${load.id} has ${MAX_FILES} files, the maximum per load`);
  }
  const errors = fitSentences([...load.errors, ...file.errors].slice(0, MAX_ERRORS + 1));
  const owners = [...(load.error_files ?? []), ...file.errors.map(() => file.id)];
  return applyChanges(
    load,
    {
      file_count: load.file_count + 1,
      bytes: (load.bytes ?? 0) + file.size,
      errors,
      error_files: owners.slice(0, errors.length),
      problem_count: (load.problem_count ?? 0) + file.problem_count,
    },
    stamp,
  );
}

/** Removes one of the load's files, with its errors. Raises a 409 if another file was made from it. */
export function removeFile(
  load: LoadRecord,
  file: LoadFileRecord,
  files: readonly LoadFile[],
  stamp: AuditStamp,
): LoadRecord {
  requirePending(load, "gives up files", stamp);
  const derived = files.find(({ source_file_id }) => source_file_id === file.id);
  if (derived) {
    throw conflict(
      "file_in_use",
      `The file ${file.id} (${file.filepath}) is the source of the file ${derived.id} (${derived.filepath}): remove that file first.`,
    );
  }
  const { error_files: owners = [] } = load;
  return applyChanges(
    load,
    {
      file_count: load.file_count - 1,
      bytes: Math.max(0, (load.bytes ?? 0) - file.size),
      removed_files: (load.removed_files ?? 0) + 1,
      errors: load.errors.filter((_, index) => owners[index] !== file.id),
      error_files: owners.filter((owner) => owner !== file.id),
      problem_count: (load.problem_count ?? 0) - (file.problem_count ?? 0),
    },
    stamp,
  );
}

/**
 * Starts the ingestion, with the load's tables bound to the existing tables. Drops the problems found by the fast check at
 * upload; the ingestion finds them again, together with all other problems.
 */
export function finalize(load: LoadRecord, plan: IngestionPlan, stamp: AuditStamp): LoadRecord {
  requirePending(load, "can be finalized", stamp);
  return startIngestion(load, plan, stamp);
}

/** Restarts the ingestion of a failed load with its current files, and binds its tables again. */
export function retry(load: LoadRecord, plan: IngestionPlan, stamp: AuditStamp): LoadRecord {
  if (load.state !== "FAILED") throw wrongState(load, "only a FAILED load can be retried");
  return startIngestion(load, plan, stamp);
}

/** Tables and files at the start of an ingestion. */
export interface IngestionPlan {
  tables: Record<string, LoadTable>;
  /** Number of files that belong to a table. */
  filesOfTables: number;
  warnings: string[];
}

function startIngestion(
  load: LoadRecord,
  { tables, filesOfTables, warnings }: IngestionPlan,
  stamp: AuditStamp,
): LoadRecord {
  if (filesOfTables === 0) {
    throw conflict(
      "load_empty",
      `The load ${load.id} has no file assigned to a table: first upload at least one file with a table_reference.`,
    );
  }
  requireBoundFit(tables);
  return { ...startAction(load, "INGEST", stamp), tables, warnings: fitSentences(warnings) };
}

/** Starts an undo, which removes the load's rows in new versions; nothing is deleted. */
export function undo(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  requireRows(load);
  requireCompleted(load, "undone");
  if (!load.is_active) throw conflict("load_undone", `The load ${load.id} has already been undone.`);
  return startAction(load, "UNDO", stamp);
}

export function redo(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  requireRows(load);
  requireCompleted(load, "redone");
  if (load.is_active)
    throw conflict("load_active", `The load ${load.id} is active: only an undone load can be redone.`);
  return startAction(load, "REDO", stamp);
}

/** Starts a deletion, which is possible in any state, provided that the load has never been committed. */
export function requestDeletion(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  if (load.committed) {
    throw conflict(
      "load_committed",
      `The load ${load.id} is ${load.state} and part of the history: it can be undone but not deleted.`,
    );
  }
  if (load.state === "DELETING")
    throw conflict("load_deleting", `The load ${load.id} is already being deleted.`);
  return { ...startAction(load, "DELETE", stamp), state: "DELETING" };
}

/** Moves a load to another round of its project, or out of all rounds. `versionId` is the first version that shows the new round. */
export function moveLoad(
  load: LoadRecord,
  context: Context,
  versionId: string,
  stamp: AuditStamp,
): LoadRecord {
  if (load.action !== null) throw wrongState(load, "it can be moved once its work has ended");
  if (!load.committed) return { ...applyChanges(load, {}, stamp), context };
  const moves = [...(load.moves ?? []), { version_id: versionId, round_id: roundIdOf(load.context) }];
  if (moves.length > MAX_MOVES)
    throw conflict(
      "load_moves",
      `The load ${load.id} has been moved ${MAX_MOVES} times, which is the maximum.`,
    );
  return { ...applyChanges(load, {}, stamp), context, moves };
}

/** Returns the round of a load as a version shows it; null if it has none. */
export function roundAt({ context, moves = [] }: LoadRecord, versionId: string): string | null {
  const next = moves.find((move) => Number(move.version_id) > Number(versionId));
  return next === undefined ? roundIdOf(context) : next.round_id;
}

/** Marks the load as committed: its rows are in the latest versions or, after an undo, no longer in them. */
export function completeLoad(load: LoadRecord, at: string): LoadRecord {
  return {
    ...load,
    problem_count: 0,
    state: "COMPLETED",
    is_active: load.action !== "UNDO",
    committed: true,
    action: null,
    errors: [],
    updated_at: at,
  };
}

/**
 * Marks the action as failed. A failed ingestion commits nothing, and its warnings are added to those reported when it
 * started; a failed undo or redo keeps the state and adds the reason.
 */
export function failLoad(load: LoadRecord, failure: Failure, at: string): LoadRecord {
  const { errors, warnings = [], problemCount = errors.length } = failure;
  return {
    ...load,
    errors: fitSentences(errors),
    warnings: fitSentences([...load.warnings, ...warnings]),
    problem_count: problemCount,
    state: load.action === "INGEST" ? "FAILED" : "COMPLETED",
    action: null,
    updated_at: at,
  };
}

/** Reason why work on the load failed. */
export interface Failure {
  errors: string[];
  warnings?: string[];
  /** Number of problems. Defaults to the number of errors. */
  problemCount?: number;
}

function startAction(load: LoadRecord, action: LoadAction, stamp: AuditStamp): LoadRecord {
  return {
    ...applyChanges(load, {}, stamp),
    state: "LOADING",
    action,
    attempt: load.attempt + 1,
    first_attempt: load.attempt + 1,
    errors: [],
    error_files: [],
    problem_count: 0,
  };
}

/** Raises a 409 while work on the load is in progress. */
export function requireSettled(load: LoadRecord): void {
  if (load.action !== null) throw wrongState(load, "its errors are available once it has finished");
}

function requirePending(load: LoadRecord, what: string, { at }: AuditStamp): void {
  if (load.state !== "PENDING") throw wrongState(load, `only a PENDING load ${what}`);
  if (isExpired(load, at)) {
    throw conflict(
      "load_expired",
      `The load ${load.id} expired at ${expiryOf(load)}, ${PENDING_DAYS} days after its last change. Create a new load and upload the files again.`,
    );
  }
}

function requireRows({ id, is_erased, erased_at }: LoadRecord): void {
  if (is_erased)
    throw conflict(
      "load_erased",
      `The rows of the load ${id} were erased at ${erased_at}. To restore them, load the files again.`,
    );
}

function requireCompleted(load: LoadRecord, what: string): void {
  if (load.state !== "COMPLETED") throw wrongState(load, `only a COMPLETED load can be ${what}`);
}

function wrongState(load: LoadRecord, rule: string): DomainError {
  const wait =
    load.state === "LOADING" ? " An earlier request is still running: wait until it has finished." : "";
  return conflict("load_state", `The load ${load.id} is ${load.state}: ${rule}.${wait}`);
}
