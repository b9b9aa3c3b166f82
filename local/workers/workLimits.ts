import { availableParallelism } from "node:os";
import type { EnteredKind, WorkKind } from "#shared/runtime/scope.ts";
import type { TurnLimits } from "./turns.ts";

export const MEGABYTE = 1 << 20;
const NEVER = Number.POSITIVE_INFINITY;
const MAX_CONCURRENT_TASKS = Math.max(1, Math.floor(availableParallelism() / 2));

/** Limits for each kind of work. */
export const TURNS: Record<WorkKind, TurnLimits> = {
  query: { total: 4, extra: 4, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 30_000, what: "query" },
  check: { total: 3, extra: 3, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 60_000, what: "check" },
  upload: { total: 32, extra: 32, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 60_000, what: "upload" },
  // The file is in memory while the slot is in use.
  preview: {
    total: 16,
    extra: 16,
    perWorkspace: 2,
    maxWaiting: 20,
    maxWaitMs: 60_000,
    what: "file preview",
  },
  // Steps that have waited for ten minutes are told to retry before their state machine times out.
  ingest: {
    total: 3,
    extra: 3,
    perWorkspace: 2,
    isKept: true,
    maxWaiting: NEVER,
    maxWaitMs: 600_000,
    what: "ingestion",
  },
  task: {
    total: MAX_CONCURRENT_TASKS + 1,
    extra: 2,
    perWorkspace: MAX_CONCURRENT_TASKS,
    maxWaiting: NEVER,
    maxWaitMs: 600_000,
    what: "task",
  },
  // Lower than for queries that clients wait for, which have separate slots.
  longQuery: {
    total: 3,
    extra: 3,
    perWorkspace: 2,
    maxWaiting: NEVER,
    maxWaitMs: 600_000,
    what: "long query",
  },
  maintain: {
    total: 1,
    extra: 1,
    perWorkspace: 1,
    maxWaiting: NEVER,
    maxWaitMs: 600_000,
    what: "compaction",
  },
};

interface Limits {
  /** Resident memory above which the process is killed, in bytes. */
  bytes: number;
  /** Maximum computing time; for queries, applies in addition to the engine's limit. */
  ms: number;
  /** Computing time, in milliseconds, below which work that was stopped for its time is not to blame. */
  minCpuMs?: number;
}

export const LIMITS: Record<Exclude<WorkKind, EnteredKind>, Limits> = {
  // The engine stops most queries in time; a query that it cannot interrupt is terminated with its process.
  query: { bytes: 704 * MEGABYTE, ms: 1_500 },
  check: { bytes: 512 * MEGABYTE, ms: 30_000, minCpuMs: 15_000 },
  // State machines limit the duration of the steps that do this work.
  ingest: { bytes: 704 * MEGABYTE, ms: NEVER },
  task: { bytes: 1_536 * MEGABYTE, ms: NEVER },
  longQuery: { bytes: 704 * MEGABYTE, ms: NEVER },
  maintain: { bytes: 704 * MEGABYTE, ms: NEVER },
};

/** Default total memory of all processes, in bytes; tasks have a separate budget. */
export const MEMORY_BYTES = 2_048 * MEGABYTE;
export const TASK_MEMORY_BYTES = 1_536 * MEGABYTE;
/** Portion reserved for the database, which is not measured, in bytes. */
export const DATABASE_BYTES = 128 * MEGABYTE;
/** Time, in milliseconds, for which a result's reader must be idle before the remainder is stored on disk. */
export const READER_STALL_MS = 10_000;
/** Disk space for the unread results of one workspace, in bytes. */
export const SPOOL_BYTES = 4_096 * MEGABYTE;
