import { DomainError } from "@pdp/basics/errors";
import { isCurrentAttempt, type QueryProgress, type QueryRecord } from "#shared/domain/queries/query.ts";
import {
  completeQuery,
  failQuery,
  failureOf,
  markRunning,
  withProgress,
} from "#shared/domain/queries/queryTransitions.ts";
import { statementFault } from "#shared/domain/queries/statementRules.ts";
import { recordComputing } from "#shared/history/recordComputing.ts";
import { QueryExecution, step, workspaceOfExecution } from "#shared/http/operations/step.ts";
import { computeQuery } from "#shared/jobs/computeQuery.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { changeQuery, findQuery } from "#shared/store/queries.ts";

/** Interval between progress reports, which also detect cancellation and abandoned statements, in milliseconds. */
const REPORT_EVERY_MS = 1_000;
/** Lambda's error name for throttling, on which the state machine retries. */
const THROTTLED = "Lambda.TooManyRequestsException";

/** Computes a query that was started as a resource, and stores its result. A repeated call recomputes it. */
export const computeStoredQuery = step(
  {
    summary: "Run a query and store its result",
    location: "region",
    needs: ["table:write", "lake:write", "sql", "duckdb"],
    compute: "longQuery",
    work: "READ",
    input: QueryExecution,
  },
  async ({ input, settings, signal }) => {
    const workspace = workspaceOfExecution(settings, input.workspace_id);
    const stored = await findQuery(workspace, input.query_id);
    if (!stored || !isCurrentAttempt(stored, input.attempt)) return {};
    const release = await enterOrRetry(workspace, signal);
    try {
      await computeIn(workspace, stored, signal);
    } finally {
      await release();
    }
    return {};
  },
);

/** Acquires one of the workspace's query leases, if their number is limited. */
async function enterOrRetry(workspace: WorkspaceScope, signal: AbortSignal): Promise<() => unknown> {
  try {
    return (await workspace.settings.isolation?.enter("query", workspace, signal)) ?? (() => undefined);
  } catch (error) {
    throw isThrottled(error) ? Object.assign(new Error(error.message), { name: THROTTLED }) : error;
  }
}

async function computeIn(workspace: WorkspaceScope, query: QueryRecord, signal: AbortSignal): Promise<void> {
  const { id, attempt } = query;
  const change = (rule: (current: QueryRecord) => QueryRecord): Promise<QueryRecord> =>
    changeQuery(workspace, id, (current) => (isCurrentAttempt(current, attempt) ? rule(current) : current));
  await change((current) => markRunning(current, now()));
  const stopped = new AbortController();
  let latest: QueryProgress | undefined;
  const report = async (): Promise<void> => {
    const progress = latest;
    latest = undefined;
    const current = progress
      ? await change((before) => withProgress(before, progress))
      : await findQuery(workspace, id);
    if (!current || !isCurrentAttempt(current, attempt)) return stopped.abort();
    const fault = statementFault(current, Date.now(), workspace.settings.queryClientTimeoutMs);
    if (fault === null) return;
    await change((before) => failQuery(before, fault, now()));
    stopped.abort();
  };
  // If a report fails, the next one follows anyway.
  const timer = setInterval(() => void report().catch(() => undefined), REPORT_EVERY_MS);
  try {
    const outcome = await computeQuery(workspace, query, {
      signal: AbortSignal.any([signal, stopped.signal]),
      onProgress: (progress) => {
        latest = { ...progress };
      },
    });
    await change((current) => completeQuery(withProgress(current, totalOf(outcome.cost)), outcome, now()));
    const use = { scanned_bytes: outcome.cost.bytes_read };
    await recordComputing(workspace, { kind: "query:run", id, created_by: query.created_by }, use);
  } catch (error) {
    if (stopped.signal.aborted) return;
    if (isThrottled(error)) throw Object.assign(new Error(error.message), { name: THROTTLED });
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    await change((current) => failQuery(current, failureOf(error), now()));
  } finally {
    clearInterval(timer);
  }
}

function totalOf({ bytes_read }: { bytes_read: number }): QueryProgress {
  return { bytes_read: 0, bytes_total: bytes_read, bytes_written: 0 };
}

function isThrottled(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === "throttled";
}
