import type { EnvironmentSettings, Region } from "./environment.ts";

/** Settings of one deployment, and how it keeps tenants' work apart. */
export interface Settings extends Omit<EnvironmentSettings, "isolation"> {
  /** null where this process serves one request at a time and nothing limits workspaces. */
  isolation: Isolation | null;
}

/** Access to the platform's own records, for code outside of any workspace. */
export interface PlatformScope {
  readonly settings: Settings;
}

/**
 * Access to one workspace. Handlers receive it after authorization and cannot create one for another workspace; all
 * functions that access tenant data take it as their first argument.
 */
export interface WorkspaceScope extends PlatformScope {
  readonly id: string;
  readonly region: Region;
}

/** Kinds of work that a workspace may have only so much of at a time. */
export type WorkKind = "query" | "check" | "upload" | "ingest" | "task";

/** Why a job was ended from outside before it had a result. */
export type StopReason = "memory" | "time" | "crash";

/**
 * Work on what a tenant sent: SQL, or a file. It may need any amount of time and memory, so it is described in a way that
 * another process can run it: `input` and a result that is no stream have to be JSON.
 */
export interface Job<Input, Output> {
  readonly name: string;
  readonly kind: WorkKind;
  run: (scope: WorkspaceScope, input: Input, signal: AbortSignal) => Promise<Output>;
  /** Returns the error for whoever waits for a job that had to be stopped. */
  stopped: (reason: StopReason, scope: WorkspaceScope) => Error;
}

/** Gives back a workspace's place; further calls do nothing. */
export type Release = () => void | Promise<void>;

/**
 * Keeps tenants' work apart: gives each workspace its share of it, in turns, and runs jobs where they can be ended and where
 * nobody else's work is.
 */
export interface Isolation {
  /**
   * Waits until the workspace may have one more piece of this work under way. Rejects with a DomainError (`throttled`) when
   * too many wait already or the wait takes too long, and with the signal's reason when it aborts.
   */
  enter: (kind: WorkKind, scope: WorkspaceScope, signal: AbortSignal) => Promise<Release>;
  /** Waits a moment where requests are waiting that take less than moving bytes by the megabyte; null where none are. */
  giveWay?: () => Promise<void> | null;
  /** Runs a job in its turn. A stream's place is given back when it has been read, or reading was given up. */
  run: <Input, Output>(
    job: Job<Input, Output>,
    scope: WorkspaceScope,
    input: Input,
    signal: AbortSignal,
  ) => Promise<Output>;
}
