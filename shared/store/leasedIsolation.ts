import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "@pdp/basics/errors";
import { formatCount } from "@pdp/basics/wording";
import type { WorkspaceLimits } from "#shared/runtime/environment.ts";
import { log } from "#shared/runtime/log.ts";
import type { Isolation, Job, Release, WorkKind, WorkspaceScope } from "#shared/runtime/scope.ts";
import type { LeaseKind } from "./dynamodb/keys.ts";
import { type Lease, releaseLease, takeLease } from "./leases.ts";

/**
 * Delays before retries of a request, in milliseconds; about two seconds in total, during which the function is billed.
 */
const DELAYS_MS = [100, 200, 400, 600, 700];

interface Limit {
  kind: LeaseKind;
  leases: number;
  /** Singular noun for the work, used in error messages. */
  what: string;
}

/** Waits before a retry; may reject when the signal aborts. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/**
 * Limits a workspace's concurrent work across all functions of a region, using leases in the workspace's records. A job runs
 * in this process, which serves one request at a time. Kinds of work without a limit run immediately: a check is part of an
 * upload, and steps of state machines have reserved concurrency.
 */
export function leasedIsolation(
  { queries, uploads }: WorkspaceLimits,
  pause: Pause = pauseWithJitter,
): Isolation {
  const limits = new Map<WorkKind, Limit>();
  if (queries !== null) limits.set("query", { kind: "QUERY", leases: queries, what: "query" });
  if (uploads !== null) limits.set("upload", { kind: "UPLOAD", leases: uploads, what: "upload" });
  const enter: Isolation["enter"] = async (kind, scope, signal) => {
    const limit = limits.get(kind);
    if (!limit) return () => undefined;
    const lease = await waitForLease(scope, limit, pause, signal);
    const release = releaseOnce(scope, lease);
    if (signal.aborted) await release();
    signal.throwIfAborted();
    return release;
  };
  return {
    enter,
    run: async <Input, Output>(
      job: Job<Input, Output>,
      scope: WorkspaceScope,
      input: Input,
      signal: AbortSignal,
    ): Promise<Output> => {
      const release = await enter(job.kind, scope, signal);
      try {
        const output = await job.run(scope, input, signal);
        if (isStream(output)) return releaseAtEnd(output, release, signal) as Output;
        await release();
        return output;
      } catch (error) {
        await release();
        throw error;
      }
    },
  };
}

async function waitForLease(
  scope: WorkspaceScope,
  { kind, leases, what }: Limit,
  pause: Pause,
  signal: AbortSignal,
): Promise<Lease> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted();
    const lease = await takeLease(scope, kind, leases);
    if (lease) return lease;
    const delay = DELAYS_MS[attempt];
    if (delay === undefined) throw tooManyLeases(leases, what);
    await pause(delay, signal);
  }
}

async function pauseWithJitter(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(milliseconds * (0.5 + Math.random()), undefined, { signal }).catch(() =>
    signal.throwIfAborted(),
  );
}

function tooManyLeases(leases: number, what: string): DomainError {
  return new DomainError(
    "throttled",
    "too_many_requests",
    `This workspace has ${formatCount(leases, what)} in progress, which is the maximum. Wait for one to finish, then try again.`,
  );
}

/** Returns a function that releases the lease once. A failure to release it does not fail the work, because the lease expires. */
function releaseOnce(scope: WorkspaceScope, lease: Lease): () => Promise<void> {
  let released: Promise<void> | undefined;
  return () => {
    released ??= releaseLease(scope, lease).catch((error: unknown) => {
      log().warn("a lease could not be released", { workspace_id: scope.id, error: error as Error });
    });
    return released;
  };
}

function isStream(output: unknown): output is AsyncIterable<unknown> {
  return typeof output === "object" && output !== null && Symbol.asyncIterator in output;
}

/** Releases when a stream has ended, failed or been canceled, even before its first chunk, or on abort. */
function releaseAtEnd<T>(
  parts: AsyncIterable<T>,
  release: Release,
  signal: AbortSignal,
): AsyncIterableIterator<T> {
  const iterator = parts[Symbol.asyncIterator]();
  const abort = (): void => void release();
  signal.addEventListener("abort", abort, { once: true });
  const end = (): void | Promise<void> => {
    signal.removeEventListener("abort", abort);
    return release();
  };
  const step = async (take: () => Promise<IteratorResult<T>>): Promise<IteratorResult<T>> => {
    try {
      const result = await take();
      if (result.done) await end();
      return result;
    } catch (error) {
      await end();
      throw error;
    }
  };
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next: () => step(() => iterator.next()),
    return: () => step(async () => (await iterator.return?.()) ?? { done: true, value: undefined }),
  };
}
