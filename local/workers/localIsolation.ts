import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@pdp/basics/errors";
import { STOPPED_STEPS } from "#shared/domain/exceedsLimits.ts";
import { stepThrottled } from "#shared/domain/stepThrottled.ts";
import type { FreshRequests } from "#shared/http/gateway/freshRequests.ts";
import type { Environment } from "#shared/runtime/environment.ts";
import type { Region } from "#shared/runtime/environmentVariables.ts";
import type { EnteredKind, Isolation, Job, WorkKind, WorkspaceScope } from "#shared/runtime/scope.ts";
import { bundleWorker } from "./bundleWorker.ts";
import { isEngineFault, isOutOfRoom } from "./engineFault.ts";
import { MemoryBudget } from "./memoryBudget.ts";
import type { SpooledStream } from "./spooledStream.ts";
import { Spools } from "./spools.ts";
import { StartTurns } from "./startTurns.ts";
import { machineBusy } from "./turnErrors.ts";
import { Turns } from "./turns.ts";
import type { EndReason } from "./worker.ts";
import type { WorkerAccess } from "./workerAccess.ts";
import type { WorkRequest } from "./workerMessages.ts";
import { WorkerPool } from "./workerPool.ts";
import {
  DATABASE_BYTES,
  LIMITS,
  MEGABYTE,
  MEMORY_BYTES,
  READER_STALL_MS,
  TASK_MEMORY_BYTES,
  TURNS,
} from "./workLimits.ts";
import { type RunOptions, WorkRun } from "./workRun.ts";

/** Time for which the slot of killed work remains occupied, in milliseconds. */
const AFTER_KILL_MS = 500;

/** Secrets that are not needed to work on tenant input. */
const SECRETS = /^(?:IDP_|DOCS_PORTAL_)/;

export interface LocalIsolation extends Isolation {
  /** Runs a state machine step when it is its workspace's turn. */
  runStep: (
    kind: "ingest" | "task" | "maintain" | "longQuery",
    name: string,
    payload: { workspace_id?: string },
    environment: Environment,
    signal: AbortSignal,
  ) => Promise<unknown>;
  /** Starts a process for the first piece of work. */
  warm: () => void;
  close: () => Promise<void>;
}

export interface IsolationOptions {
  /** Total memory of all processes except tasks, in bytes. */
  memoryBytes?: number | undefined;
  /** Time, in milliseconds, for which a result's reader must be idle before the remainder is stored. */
  readerStallMs?: number;
  /** Returns the access of a process to the data of one workspace; without it, processes have access to none. */
  accessOf?: (workspaceId: string, region: Region, kind: WorkKind) => WorkerAccess;
}

/**
 * Runs tenant work on this machine in separate processes, a few at a time, each for one workspace. `environmentOf` returns the
 * environment of the endpoint that serves a workspace.
 */
export function localIsolation(
  directory: string,
  environmentOf: (scope: WorkspaceScope) => Environment,
  requests: FreshRequests,
  { memoryBytes = MEMORY_BYTES, readerStallMs = READER_STALL_MS, accessOf }: IsolationOptions = {},
): LocalIsolation {
  const turns = Object.fromEntries(
    Object.entries(TURNS).map(([kind, limits]) => [kind, new Turns(limits)]),
  ) as Record<WorkKind, Turns>;
  const { short, long, low } = poolsIn(directory);
  const poolOf = { query: short, check: short, ingest: short, task: long, maintain: low, longQuery: short };
  const shared = new MemoryBudget({
    bytes: memoryBytes,
    reservedBytes: DATABASE_BYTES,
    idle: () => [...short.idleWorkers(), ...low.idleWorkers()],
    dropIdle: (worker) => short.dropIdle(worker),
    countsSelf: true,
  });
  const ofTasks = new MemoryBudget({
    bytes: TASK_MEMORY_BYTES,
    reservedBytes: 0,
    idle: () => long.idleWorkers(),
    dropIdle: (worker) => long.dropIdle(worker),
    countsSelf: false,
  });
  const spools = new Spools(join(directory, "scratch", "unread"));
  let lastId = 0;

  /** Waits for a turn and a process, and releases both when the work has ended. */
  const work = async (
    kind: WorkerKind,
    { workspaceId, region, request, ...limits }: Work,
  ): Promise<unknown> => {
    const turn = await turns[kind].take(workspaceId, limits.signal);
    const pool = poolOf[kind];
    const ended = new AbortController();
    const signal = AbortSignal.any([limits.signal, ended.signal]);
    let released: Promise<void> = Promise.resolve();
    const attempt = async (isNew: boolean): Promise<unknown> => {
      const worker = await pool.take(workspaceId, LIMITS[kind].bytes, isNew);
      // The caller may have disconnected while a process was starting.
      if (signal.aborted) {
        await pool.release(worker, true);
        throw signal.reason;
      }
      const hadWorked = worker.runs > 1;
      const access = accessOf && worker.admit(() => accessOf(workspaceId, region, kind));
      const environment = { ...request.environment, ...access?.credentials() };
      const run = new WorkRun(worker, { ...request, environment }, { ...limits, signal });
      const end = (error: Error): void => ended.abort(error);
      const uncharge = (kind === "task" ? ofTasks : shared).charge({ workspaceId, worker, end });
      released = run.ended.then(async (isReusable) => {
        uncharge();
        await pool.release(worker, isReusable);
        // Limits how often killed work can cause new processes to be started for a workspace.
        if (worker.stopped) await sleep(AFTER_KILL_MS);
      });
      let result: SpooledStream | undefined;
      turn.bind({ end, store: () => result?.store() ?? false, isAnswered: () => run.isAnswered });
      try {
        const output = await run.output();
        if (!isStream(output)) return output;
        result = spools.wrap(workspaceId, output, {
          stallMs: readerStallMs,
          signal,
          giveWay: () => requests.giveWay(),
        });
        return result;
      } catch (error) {
        const isWornOut = worker.stopped === "memory" || isEngineFault(error) || isOutOfRoom(error);
        // Earlier work may have left memory in use or a fault in the engine, and no work is to blame for a killed process.
        const isRepeated = isWornOut ? hadWorked : worker.wasKilledFromOutside && !isNew;
        if (!isRepeated || signal.aborted) throw error;
        await released;
        return attempt(true);
      }
    };
    try {
      return await attempt(false);
    } finally {
      // Also waits for abandoned work: the slot becomes free when the process does.
      void released.then(turn.release, turn.release);
    }
  };
  const requestOf = (environment: Environment) => {
    lastId += 1;
    const safe = Object.entries(environment).filter(([name]) => !SECRETS.test(name));
    return { id: lastId, environment: Object.fromEntries(safe) };
  };

  return {
    enter: async (kind, scope, signal) => (await turns[kind].take(scope.id, signal)).release,
    giveWay: () => requests.giveWay(),
    async run<Input, Output>(
      job: Job<Input, Output>,
      scope: WorkspaceScope,
      input: Input,
      signal: AbortSignal,
    ): Promise<Output> {
      const { id, region, name } = scope;
      const request: WorkRequest = {
        ...requestOf(environmentOf(scope)),
        type: "job",
        name: job.name,
        workspace: { id, region, ...(name && { name }) },
        input,
      };
      const kind = job.kind as WorkerKind;
      const engineMs = kind === "query" ? scope.settings.queryTimeoutSeconds * 1000 : 0;
      return (await work(kind, {
        workspaceId: id,
        region,
        request,
        signal,
        explain: (reason) => {
          if (reason === "killed") return processKilled();
          return reason === "busy" ? machineBusy(LIMITS[kind].ms) : job.stopped(reason, scope);
        },
        maxMs: LIMITS[kind].ms + engineMs,
        minCpuMs: LIMITS[kind].minCpuMs,
        maxWriteMs: job.writeMs?.(input) ?? 0,
      })) as Output;
    },
    async runStep(kind, name, payload, environment, signal) {
      const request: WorkRequest = { ...requestOf(environment), type: "step", name, payload };
      const explain = (reason: EndReason): Error =>
        named(STOPPED_STEPS[STEP_REASONS[reason]], `The process of this step was stopped: ${reason}`);
      const workspaceId = payload.workspace_id ?? "";
      const region = environment.REGION as Region;
      const maxMs = LIMITS[kind].ms;
      try {
        return await work(kind, { workspaceId, region, request, signal, explain, maxMs, maxWriteMs: 0 });
      } catch (error) {
        throw stepThrottled(error) ?? error;
      }
    },
    warm: () => short.warm(),
    close: async () => {
      await Promise.all([short, long, low].map((pool) => pool.close()));
    },
  };
}

/** Reasons for which state machines have an error name. */
const STEP_REASONS = {
  memory: "memory",
  time: "time",
  busy: "time",
  crash: "crash",
  killed: "crash",
} as const;

type WorkerKind = Exclude<WorkKind, EnteredKind>;

/** Work for a process and its limits. */
interface Work extends RunOptions {
  workspaceId: string;
  region: Region;
  request: WorkRequest;
}

/**
 * Maximum private memory of a process that serves requests, in bytes. Allocators keep address space for reuse: a process that
 * streams large results has up to 3 GB of it, and 0.5 GB in memory, for which there are separate limits.
 */
const DATA_BYTES = 4_096 * MEGABYTE;

function poolsIn(directory: string): { short: WorkerPool; long: WorkerPool; low: WorkerPool } {
  const shared = {
    scratchDirectory: join(directory, "scratch"),
    codeCache: join(directory, "code-cache"),
    script: bundleWorker,
    starts: new StartTurns(),
  };
  return {
    // Small queries have priority over longer ones; other work still gets its share of CPU time.
    short: new WorkerPool({
      ...shared,
      dataBytes: DATA_BYTES,
      heapMegabytes: 384,
      niceness: 1,
      demoteAfterMs: 500,
      warm: true,
      spares: 1,
      maxIdle: 3,
    }),
    long: new WorkerPool({
      ...shared,
      dataBytes: DATA_BYTES,
      heapMegabytes: 1_024,
      niceness: 8,
      warm: false,
      spares: 0,
      maxIdle: 1,
    }),
    // No request waits for compactions.
    low: new WorkerPool({
      ...shared,
      dataBytes: 2_048 * MEGABYTE,
      heapMegabytes: 384,
      niceness: 15,
      warm: false,
      spares: 0,
      maxIdle: 0,
    }),
  };
}

function isStream(output: unknown): output is AsyncIterableIterator<Uint8Array> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

function processKilled(): DomainError {
  return new DomainError(
    "unavailable",
    "process_killed",
    "The process that was working on this request was killed from outside, for example because the machine ran out of memory. Try again.",
  );
}

function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}
