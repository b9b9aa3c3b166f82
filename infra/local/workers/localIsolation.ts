import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#shared/domain/errors.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Isolation, Job, StopReason, WorkKind, WorkspaceScope } from "#shared/runtime/scope.ts";
import { bundleWorker } from "./bundleWorker.ts";
import { isEngineFault, isOutOfRoom } from "./engineFault.ts";
import type { FreshRequests } from "./freshRequests.ts";
import { type TurnLimits, Turns } from "./turns.ts";
import type { WorkRequest } from "./workerMessages.ts";
import { WorkerPool } from "./workerPool.ts";
import { WorkRun } from "./workRun.ts";

const MEGABYTE = 1 << 20;
const NEVER = Number.POSITIVE_INFINITY;
const MAX_CONCURRENT_TASKS = Math.max(1, Math.floor(availableParallelism() / 2));

/** Limits of each kind of work. */
const TURNS: Record<WorkKind, TurnLimits> = {
  query: { total: 4, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 30_000, what: "queries" },
  check: { total: 3, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 60_000, what: "checks of files" },
  upload: { total: 32, perWorkspace: 2, maxWaiting: 20, maxWaitMs: 60_000, what: "uploads" },
  // Steps that have waited for ten minutes are told to retry, before their state machine's timeout.
  ingest: { total: 2, perWorkspace: 1, maxWaiting: NEVER, maxWaitMs: 600_000, what: "files of loads" },
  task: {
    total: MAX_CONCURRENT_TASKS + 1,
    perWorkspace: MAX_CONCURRENT_TASKS,
    maxWaiting: NEVER,
    maxWaitMs: 600_000,
    what: "tasks",
  },
  maintain: { total: 1, perWorkspace: 1, maxWaiting: NEVER, maxWaitMs: 600_000, what: "compactions" },
};

interface Limits {
  /** Resident memory of the process at which it is killed, in bytes. */
  bytes: number;
  /** Maximum computing time; for queries in addition to the engine's own limit. */
  ms: number;
}

const LIMITS: Record<Exclude<WorkKind, "upload">, Limits> = {
  // The engine ends most queries in time; one that it cannot interrupt ends with its process.
  query: { bytes: 704 * MEGABYTE, ms: 1_500 },
  check: { bytes: 512 * MEGABYTE, ms: 30_000 },
  // State machines limit the duration of these steps.
  ingest: { bytes: 704 * MEGABYTE, ms: NEVER },
  task: { bytes: 1_536 * MEGABYTE, ms: NEVER },
  maintain: { bytes: 704 * MEGABYTE, ms: NEVER },
};

/** Error names for state machines, of steps whose process was stopped. */
const STEP_ERRORS: Record<StopReason, string> = {
  memory: "Worker.OutOfMemory",
  time: "Worker.TimedOut",
  crash: "Worker.Ended",
};

/** Time for which the place of killed work stays taken, in milliseconds. */
const AFTER_KILL_MS = 500;

/** Lambda's error name for throttling: state machines retry. */
const THROTTLED = "Lambda.TooManyRequestsException";

/** Secrets that work on tenants' input does not need. */
const SECRETS = /^(?:IDP_|DOCS_PORTAL_)/;

export interface LocalIsolation extends Isolation {
  /** Runs a step of a state machine in its workspace's turn. */
  runStep: (
    kind: "ingest" | "task" | "maintain",
    name: string,
    payload: { workspace_id?: string },
    environment: Environment,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Starts a process for the first work. */
  warm: () => void;
  close: () => Promise<void>;
}

/**
 * Runs tenants' work on this machine in processes of their own, a few at a time, each for one workspace.
 * `environmentOf` returns the environment of the address that a workspace is served at.
 */
export function localIsolation(
  directory: string,
  environmentOf: (scope: WorkspaceScope) => Environment,
  requests: FreshRequests,
): LocalIsolation {
  const folders = { scratchDirectory: join(directory, "scratch"), codeCache: join(directory, "code-cache") };
  const turns = Object.fromEntries(
    Object.entries(TURNS).map(([kind, limits]) => [kind, new Turns(limits)]),
  ) as Record<WorkKind, Turns>;
  // Small queries have priority over longer ones; other work still gets its share of the processors.
  const short = new WorkerPool({
    ...folders,
    script: bundleWorker,
    dataBytes: 2_048 * MEGABYTE,
    heapMegabytes: 384,
    niceness: 1,
    demoteAfterMs: 500,
    warm: true,
    spares: 1,
    maxIdle: 3,
  });
  const long = new WorkerPool({
    ...folders,
    script: bundleWorker,
    dataBytes: 4_096 * MEGABYTE,
    heapMegabytes: 1_024,
    niceness: 8,
    warm: false,
    spares: 0,
    maxIdle: 1,
  });
  // Nobody waits for compactions.
  const low = new WorkerPool({
    ...folders,
    script: bundleWorker,
    dataBytes: 2_048 * MEGABYTE,
    heapMegabytes: 384,
    niceness: 15,
    warm: false,
    spares: 0,
    maxIdle: 0,
  });
  const poolOf = { query: short, check: short, ingest: short, task: long, maintain: low };
  let lastId = 0;

  /** Waits for the turn and a process, and releases both when the work has ended. */
  const work = async (
    kind: Exclude<WorkKind, "upload">,
    workspaceId: string,
    request: WorkRequest,
    signal: AbortSignal,
    explain: (reason: StopReason) => Error,
    allowedMs = 0,
  ): Promise<unknown> => {
    const leave = await turns[kind].take(workspaceId, signal);
    const pool = poolOf[kind];
    let released: Promise<void> = Promise.resolve();
    const attempt = async (isNew: boolean): Promise<unknown> => {
      const worker = await pool.take(workspaceId, LIMITS[kind].bytes, isNew);
      // The caller may have left while a process was started.
      if (signal.aborted) {
        await pool.release(worker, true);
        throw signal.reason;
      }
      const hadWorked = worker.runs > 1;
      const run = new WorkRun(worker, request, { signal, explain, maxMs: LIMITS[kind].ms + allowedMs });
      released = run.ended.then(async (isReusable) => {
        await pool.release(worker, isReusable);
        // A workspace whose work is killed must not keep this machine busy with starting processes.
        if (worker.stopped) await sleep(AFTER_KILL_MS);
      });
      try {
        return await run.output();
      } catch (error) {
        const isWornOut = worker.stopped === "memory" || isEngineFault(error) || isOutOfRoom(error);
        if (!(isWornOut && hadWorked) || signal.aborted) throw error;
        // Part of its memory, or a fault of its engine, may have been left from the work before.
        await released;
        return attempt(true);
      }
    };
    try {
      return await attempt(false);
    } finally {
      // Also if nobody waits for the result any more: the place is free when the process is.
      void released.then(leave, leave);
    }
  };
  const requestOf = (environment: Environment) => {
    lastId += 1;
    const safe = Object.entries(environment).filter(([name]) => !SECRETS.test(name));
    return { id: lastId, environment: Object.fromEntries(safe) };
  };

  return {
    enter: (kind, scope, signal) => turns[kind].take(scope.id, signal),
    giveWay: () => requests.giveWay(),
    async run<Input, Output>(
      job: Job<Input, Output>,
      scope: WorkspaceScope,
      input: Input,
      signal: AbortSignal,
    ): Promise<Output> {
      const { id, region } = scope;
      const request: WorkRequest = {
        ...requestOf(environmentOf(scope)),
        type: "job",
        name: job.name,
        workspace: { id, region },
        input,
      };
      const kind = job.kind as Exclude<WorkKind, "upload">;
      const engineMs = kind === "query" ? scope.settings.queryTimeoutSeconds * 1000 : 0;
      const allowedMs = engineMs + (job.extraMs?.(input) ?? 0);
      const explain = (reason: StopReason): Error => job.stopped(reason, scope);
      return (await work(kind, id, request, signal, explain, allowedMs)) as Output;
    },
    async runStep(kind, name, payload, environment, signal) {
      const request: WorkRequest = { ...requestOf(environment), type: "step", name, payload };
      const explain = (reason: StopReason): Error =>
        named(STEP_ERRORS[reason], `The process of this step was stopped: ${reason}`);
      try {
        return await work(kind, payload.workspace_id ?? "", request, signal, explain);
      } catch (error) {
        const isThrottled = error instanceof DomainError && error.kind === "throttled";
        throw isThrottled ? named(THROTTLED, error.message) : error;
      }
    },
    warm: () => short.warm(),
    close: async () => {
      await Promise.all([short, long, low].map((pool) => pool.close()));
    },
  };
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
