import * as v from "valibot";
import { type AuditStamp, Timestamp } from "#shared/domain/fields.ts";
import { IdString } from "#shared/domain/id.ts";
import { ExportRoot } from "./exportFormat.ts";

/** Time for which an export can be downloaded, in milliseconds. The object store removes its files after the same time. */
const EXPORT_LIFETIME_MS = 86_400_000;
/** Time after the creation of an import during which its uploaded files are kept, in milliseconds. */
const IMPORT_LIFETIME_MS = 7 * 86_400_000;
/** Number of executions that may die before an export or import is given up. */
const MAX_RESTARTS = 5;

const Progress = v.object({
  phase: v.pipe(
    v.picklist(["RECORDS", "FILES", "LISTS", "CHECKING", "COPYING", "RECORDING"]),
    v.description(
      "An export reads RECORDS and FILES, and then writes LISTS; an import is CHECKING, COPYING files, and RECORDING",
    ),
    v.examples(["FILES"]),
  ),
  files: v.pipe(
    v.number(),
    v.description("Number of files, or of records when RECORDING, done in this phase"),
    v.examples([120]),
  ),
  bytes: v.pipe(v.number(), v.description("Number of bytes done in this phase"), v.examples([18_204_112])),
});
export type TransferProgress = v.InferOutput<typeof Progress>;

const common = {
  id: IdString,
  progress: v.nullable(Progress),
  created_at: Timestamp,
  created_by: v.pipe(v.string(), v.description("Id of the user or machine client that started it")),
  ended_at: v.nullable(Timestamp),
  errors: v.pipe(v.array(v.string()), v.description("Reasons for the failure")),
};

export const WorkspaceExport = v.object({
  ...common,
  state: v.picklist(["RUNNING", "COMPLETED", "FAILED"]),
  expires_at: v.pipe(Timestamp, v.description("Time until which its files can be downloaded")),
  export: v.pipe(
    v.nullable(ExportRoot),
    v.description("Content of `export.json`; null until it is COMPLETED"),
  ),
});
export type WorkspaceExport = v.InferOutput<typeof WorkspaceExport>;

export const ImportIds = v.picklist(["SAME", "NEW"]);

export const WorkspaceImport = v.object({
  ...common,
  state: v.pipe(
    v.picklist(["UPLOADING", "RUNNING", "COMPLETED", "FAILED"]),
    v.description("UPLOADING until `workspace:startImport`; nothing is visible until it is COMPLETED"),
  ),
  ids: v.pipe(ImportIds, v.description("Whether resources keep their ids")),
  id_offset: v.pipe(
    v.number(),
    v.description("Number added to the id of each resource; 0 if they keep their ids"),
    v.examples([0]),
  ),
  export: v.pipe(ExportRoot, v.description("Content of the `export.json` that is imported")),
  received_bytes: v.pipe(
    v.number(),
    v.description("Size of the files uploaded so far"),
    v.examples([48_120]),
  ),
});
export type WorkspaceImport = v.InferOutput<typeof WorkspaceImport>;

/** Internal fields of stored exports and imports. */
interface Work {
  attempt: number;
  restarts: number;
  /** Where the work continues, by phase. */
  cursor: string | null;
}

export type ExportRecord = WorkspaceExport & Work & { kind: "EXPORT"; workspace_name: string };
export type ImportRecord = WorkspaceImport & Work & { kind: "IMPORT" };
/** Tells whether an import may still use its uploaded files at a time in milliseconds since 1970. */
export function isImportKept({ state, created_at }: ImportRecord, now: number): boolean {
  return state === "RUNNING" || (state !== "COMPLETED" && now < Date.parse(created_at) + IMPORT_LIFETIME_MS);
}

export type TransferRecord = ExportRecord | ImportRecord;

export function newExport(id: string, workspaceName: string, { by, at }: AuditStamp): ExportRecord {
  return {
    ...started(id, by, at),
    kind: "EXPORT",
    workspace_name: workspaceName,
    state: "RUNNING",
    progress: { phase: "RECORDS", files: 0, bytes: 0 },
    expires_at: new Date(Date.parse(at) + EXPORT_LIFETIME_MS).toISOString(),
    export: null,
    attempt: 1,
  };
}

export function newImport(
  id: string,
  request: Pick<ImportRecord, "ids" | "id_offset" | "export">,
  { by, at }: AuditStamp,
): ImportRecord {
  return {
    ...started(id, by, at),
    ...request,
    kind: "IMPORT",
    state: "UPLOADING",
    received_bytes: 0,
    attempt: 0,
  };
}

function started(id: string, by: string, at: string) {
  return {
    id,
    progress: null,
    created_at: at,
    created_by: by,
    ended_at: null,
    errors: [],
    restarts: 0,
    cursor: null,
  };
}

/** Starts an uploaded import, or one that has failed; one that is running or complete stays as it is. */
export function startImport(record: ImportRecord): ImportRecord {
  if (record.state === "RUNNING" || record.state === "COMPLETED") return record;
  return {
    ...record,
    state: "RUNNING",
    attempt: record.attempt + 1,
    restarts: 0,
    errors: [],
    ended_at: null,
    cursor: null,
    progress: { phase: "CHECKING", files: 0, bytes: 0 },
  };
}

/** Returns whether an export or import has an execution, or needs one. */
export function isTransferUnderWay({ state }: Pick<TransferRecord, "state">): boolean {
  return state === "RUNNING";
}

export function failTransfer<T extends TransferRecord>(record: T, errors: string[], at: string): T {
  return { ...record, state: "FAILED", errors, progress: null, cursor: null, ended_at: at };
}

/** Continues after an execution has died; null if too many have. One that ran out of time does not count. */
export function restartTransfer<T extends TransferRecord>(record: T, hasDied: boolean): T | null {
  if (hasDied && record.restarts >= MAX_RESTARTS) return null;
  return { ...record, attempt: record.attempt + 1, restarts: record.restarts + (hasDied ? 1 : 0) };
}
