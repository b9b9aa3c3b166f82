import type { Readable } from "node:stream";
import type { EnvironmentSettings } from "./environment.ts";
import type { Region } from "./environmentVariables.ts";

/** Runs an operation of the DynamoDB API, such as `GetItem`, and returns its JSON response. */
export type DatabaseCall = (
  operation: string,
  body: Buffer,
) => Promise<{ status: number; body: string | Uint8Array }>;

/** S3 API request, in path style. A body without a `content-length` may have any length. */
export interface ObjectsRequest {
  method: string;
  /** Percent-encoded, such as `/lake/a%20b`. */
  path: string;
  query: Readonly<Record<string, string | readonly string[] | null>>;
  /** Headers by lower-case name. */
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | Readable | undefined;
}

/** Runs an operation of the S3 API, and returns its response. Errors are XML documents with their status. */
export type ObjectsCall = (
  request: ObjectsRequest,
) => Promise<{ status: number; headers: Record<string, string>; body: Buffer | Readable }>;

/** Settings of one deployment, with its isolation of tenant work. */
export interface Settings
  extends Omit<EnvironmentSettings, "isolation" | "callDatabase" | "callObjects" | "purgeDatabase"> {
  /** Calls to a database without its endpoint, from the platform's process or its workers; null if requests go to the endpoint. */
  callDatabase: DatabaseCall | null;
  /**
   * Overwrites deleted records in the files of the database; null if it does not keep them, apart from backups that expire.
   */
  purgeDatabase: (() => Promise<void>) | null;
  /** Calls to an object store without its endpoint, from the platform's process; null if requests go to the endpoint. */
  callObjects: ObjectsCall | null;
  /** Null if this process serves one request at a time and workspaces have no limits. */
  isolation: Isolation | null;
}

/** Access to the platform's records, for code outside any workspace. */
export interface PlatformScope {
  readonly settings: Settings;
}

/**
 * Access to one workspace. Handlers receive it after authorization and cannot create one for another workspace; it is the
 * first argument of all functions that access tenant data.
 */
export interface WorkspaceScope extends PlatformScope {
  readonly id: string;
  readonly region: Region;
  /** Name of the workspace; absent in steps. */
  readonly name?: string;
}

/** Kind of work that is limited per workspace. */
export type WorkKind =
  | "query"
  | "check"
  | "upload"
  | "preview"
  | "ingest"
  | "task"
  | "maintain"
  | "longQuery";

/** Kinds of work for which a request acquires the slot itself (`enter`), before its body is read. */
export type EnteredKind = "upload" | "preview";

/** Reason for stopping a job before it had a result. */
export type StopReason = "memory" | "time" | "crash";

/** Clock of a job's computing time. */
export interface WorkClock {
  /** Stops the clock while a result is being written, or restarts it. */
  setWriting: (isWriting: boolean) => void;
}

/**
 * Work on a tenant's SQL or file. It may need any amount of time and memory, so it can run in another process: `input` and any
 * result that is not a stream must be JSON.
 */
export interface Job<Input, Output> {
  readonly name: string;
  readonly kind: WorkKind;
  run: (scope: WorkspaceScope, input: Input, signal: AbortSignal, clock?: WorkClock) => Promise<Output>;
  /** Returns the time allowed for writing a result, in addition to its computing time, in milliseconds. Defaults to 0. */
  readonly writeMs?: (input: Input) => number;
  /** Returns the error that the caller of a stopped job receives. */
  stopped: (reason: StopReason, scope: WorkspaceScope) => Error;
}

/** Releases a workspace's slot; further calls do nothing. */
export type Release = () => void | Promise<void>;

/**
 * Isolation of tenant work: shares resources fairly between workspaces, and runs jobs in processes that can be killed without
 * affecting others.
 */
export interface Isolation {
  /**
   * Waits for a slot for this kind of work. Rejects with a DomainError (`throttled`) if too many are already waiting or the
   * wait takes too long, and with the signal's reason when it aborts.
   */
  enter: (kind: WorkKind, scope: WorkspaceScope, signal: AbortSignal) => Promise<Release>;
  /** Yields to short requests while bulk data is being transferred; null if none are waiting. */
  giveWay?: () => Promise<void> | null;
  /** Runs a job in its slot. For a stream, the slot is released once the stream has been read to its end or canceled. */
  run: <Input, Output>(
    job: Job<Input, Output>,
    scope: WorkspaceScope,
    input: Input,
    signal: AbortSignal,
  ) => Promise<Output>;
}
