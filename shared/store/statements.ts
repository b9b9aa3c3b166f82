import { hasQueryEnded, isCurrentAttempt, type QueryRecord } from "#shared/domain/queries/query.ts";
import { failQuery } from "#shared/domain/queries/queryTransitions.ts";
import { statementFault, withPoll } from "#shared/domain/queries/statementRules.ts";
import { now } from "#shared/runtime/ids.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import type { PagedQuery } from "./pagedQuery.ts";
import { changeQuery, findQuery } from "./queries.ts";

/** Interval between checks whether the statement has been cancelled, in milliseconds. */
const CHECK_EVERY_MS = 250;

/** Records that a client requests the rows of a statement. A statement that must end fails. */
export async function recordPoll(scope: WorkspaceScope, query: PagedQuery): Promise<PagedQuery> {
  const { queryClientTimeoutMs } = scope.settings;
  const rule = <T extends QueryRecord>(current: T): T => {
    if (hasQueryEnded(current)) return current;
    const fault = statementFault(current, Date.now(), queryClientTimeoutMs);
    return fault
      ? { ...current, ...failQuery(current, fault, now()) }
      : withPoll(current, Date.now(), queryClientTimeoutMs);
  };
  if (rule(query) === query) return query;
  return { trino: query.trino, ...(await changeQuery(scope, query.id, rule)) };
}

/** Runs work on a query, and aborts it once the query ends or starts over; the result is then null. */
export async function whileCurrent<T>(
  scope: WorkspaceScope,
  { id, attempt }: QueryRecord,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const ended = new AbortController();
  const check = async (): Promise<void> => {
    const current = await findQuery(scope, id);
    if (!current || !isCurrentAttempt(current, attempt)) ended.abort();
  };
  // If a check fails, the next one follows anyway.
  const timer = setInterval(() => void check().catch(() => undefined), CHECK_EVERY_MS);
  try {
    return await work(AbortSignal.any([signal, ended.signal]));
  } catch (error) {
    if (ended.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
