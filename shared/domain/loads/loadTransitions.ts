import type { Context } from "#shared/domain/context.ts";
import { conflict, type DomainError, invalidField } from "#shared/domain/errors.ts";
import { type AuditStamp, applyChanges, newAuthored } from "#shared/domain/fields.ts";
import { fitSentences, loadTooLarge, requireBoundFit } from "#shared/domain/itemSizeLimits.ts";
import { type LoadAction, type LoadRecord, type LoadTable, MAX_FILES, MAX_TABLES, tableOf } from "./load.ts";

/** Creates a load, which has no files yet. */
export function createLoad(
  id: string,
  context: Context,
  tables: Record<string, LoadTable>,
  stamp: AuditStamp,
): LoadRecord {
  return {
    ...newAuthored(id, stamp),
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
  requirePending(load, "takes tables");
  const taken = tableOf(load.tables, reference);
  if (taken) throw conflict("load_table_exists", `The load ${load.id} has the table "${taken[0]}" already.`);
  if (Object.keys(load.tables).length >= MAX_TABLES) {
    throw invalidField(
      ["query", "table_ref"],
      `The load ${load.id} has ${MAX_TABLES} tables, the most that one load brings`,
      reference,
    );
  }
  const tables = { ...load.tables, [reference]: table };
  const problem = loadTooLarge(tables);
  if (problem !== null) throw invalidField(["body", "config", "columns"], problem);
  return applyChanges(load, { tables }, stamp);
}

/** Adds one file: its record is stored on condition that the load is still pending. */
export function addFile(load: LoadRecord, problems: string[], stamp: AuditStamp): LoadRecord {
  requirePending(load, "takes files");
  if (load.file_count >= MAX_FILES) {
    throw invalidField(
      ["body", "file"],
      `The load ${load.id} has ${MAX_FILES} files, the most that one load takes`,
    );
  }
  return applyChanges(
    load,
    {
      file_count: load.file_count + 1,
      errors: fitSentences([...load.errors, ...problems].slice(0, 101)),
    },
    stamp,
  );
}

/**
 * Starts the ingestion, with the load's tables bound to the existing ones. Problems that the fast check at upload found
 * are dropped; the ingestion finds them again, completely.
 */
export function finalize(
  load: LoadRecord,
  tables: Record<string, LoadTable>,
  filesOfTables: number,
  stamp: AuditStamp,
): LoadRecord {
  requirePending(load, "can be finalized");
  if (filesOfTables === 0) {
    throw conflict(
      "load_empty",
      `The load ${load.id} has no file for any table: upload at least one file with a table_reference first.`,
    );
  }
  requireBoundFit(tables);
  return { ...startAction(load, "INGEST", stamp), tables };
}

/** Starts an undo, which removes the load's rows in new versions; nothing is deleted. */
export function undo(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  requireCompleted(load, "undone");
  if (!load.is_active) throw conflict("load_undone", `The load ${load.id} is undone already.`);
  return startAction(load, "UNDO", stamp);
}

export function redo(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  requireCompleted(load, "redone");
  if (load.is_active)
    throw conflict("load_active", `The load ${load.id} is active: only an undone load can be redone.`);
  return startAction(load, "REDO", stamp);
}

/** Starts a deletion, which is possible in any state unless the load was ever committed. */
export function requestDeletion(load: LoadRecord, stamp: AuditStamp): LoadRecord {
  if (load.committed) {
    throw conflict(
      "load_committed",
      `The load ${load.id} is ${load.state} and part of the history: it can be undone, not deleted.`,
    );
  }
  if (load.state === "DELETING")
    throw conflict("load_deleting", `The load ${load.id} is being deleted already.`);
  return { ...startAction(load, "DELETE", stamp), state: "DELETING" };
}

/** Marks the load as committed: its rows are in (or, after an undo, no longer in) the latest versions. */
export function completeLoad(load: LoadRecord, at: string): LoadRecord {
  return {
    ...load,
    state: "COMPLETED",
    is_active: load.action !== "UNDO",
    committed: true,
    action: null,
    errors: [],
    updated_at: at,
  };
}

/**
 * Marks the action as failed. A failed ingestion commits nothing; a failed undo or redo keeps the state and adds the
 * reason.
 */
export function failLoad(load: LoadRecord, errors: string[], warnings: string[], at: string): LoadRecord {
  const state = load.action === "INGEST" ? "FAILED" : "COMPLETED";
  const said = { errors: fitSentences(errors), warnings: fitSentences(warnings) };
  return { ...load, ...said, state, action: null, updated_at: at };
}

function startAction(load: LoadRecord, action: LoadAction, stamp: AuditStamp): LoadRecord {
  return {
    ...applyChanges(load, {}, stamp),
    state: "LOADING",
    action,
    attempt: load.attempt + 1,
    errors: [],
  };
}

function requirePending(load: LoadRecord, what: string): void {
  if (load.state !== "PENDING") throw wrongState(load, `only a PENDING load ${what}`);
}

function requireCompleted(load: LoadRecord, what: string): void {
  if (load.state !== "COMPLETED") throw wrongState(load, `only a COMPLETED load can be ${what}`);
}

function wrongState(load: LoadRecord, rule: string): DomainError {
  const wait =
    load.state === "LOADING" ? " What was asked of it before is under way: wait until it has settled." : "";
  return conflict("load_state", `The load ${load.id} is ${load.state}: ${rule}.${wait}`);
}
