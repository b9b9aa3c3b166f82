import { DomainError, notFound } from "@pdp/basics/errors";
import type { ClientColumn } from "@pdp/trino/types";
import { hasQueryEnded } from "#shared/domain/queries/query.ts";
import { failureOf } from "#shared/domain/queries/queryTransitions.ts";
import { executed } from "#shared/domain/queries/statementRules.ts";
import { startStoredQuery } from "#shared/history/startStoredQuery.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { clientError } from "#shared/http/trino/clientError.ts";
import { type ClientResponse, clientReply } from "#shared/http/trino/clientReply.ts";
import { inDirectTime } from "#shared/http/trino/directTime.ts";
import { sessionChange } from "#shared/http/trino/sessionChange.ts";
import { pageUri, statementBase } from "#shared/http/trino/statementUri.ts";
import { runStatement } from "#shared/jobs/runStatement.ts";
import { resultColumnsKey } from "#shared/objects/keys.ts";
import { jsonIfPresent, openObject } from "#shared/objects/objects.ts";
import { storedPages } from "#shared/objects/resultPages.ts";
import { resultSegments } from "#shared/objects/resultSegments.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getPagedQuery, type PagedQuery, pageSlug } from "#shared/store/pagedQuery.ts";
import { changeQuery } from "#shared/store/queries.ts";
import { recordPoll, whileCurrent } from "#shared/store/statements.ts";
import { requireRoomForQuery } from "#shared/store/underWay.ts";

/** Time for which a request waits for a query to finish, in seconds. */
const WAIT_SECONDS = 2;
/** Maximum number of segments per response: 32 MB of rows. */
const MAX_SEGMENTS = 8;

const CANCELLED = { code: "query_cancelled", detail: "The query was cancelled." };

export const getStatementPage = operation(
  {
    summary: "Get the next rows of a Trino protocol statement",
    description:
      "The URL is the `nextUri` of the previous response. It is usable only with a token for the same workspace. The first request runs the statement for up to two seconds; after that, each request waits for it for up to two seconds.",
    method: "GET",
    path: "/v1/statement/{workspace}/{query}/{slug}/{page}",
    tag: "SQL for other tools",
    audience: "member",
    role: "reader",
    byCatalog: true,
    needs: ["table:write", "lake:read", "results", "sql", "query:start"],
    response: {
      contentType: "application/json",
      example: { id: "153712003840516", columns: [], data: [], stats: { state: "FINISHED" } },
      description: "Rows, an error, or `nextUri`, as defined by the Trino protocol",
    },
    transport: "stream",
    internal: true,
    errors: [404],
  },
  async ({ workspace, path, headers, settings, signal }) => {
    const { query: id = "", slug = "", page: pageText = "" } = path;
    const look = () => getPagedQuery(workspace, { id, slug, page: pageText });
    const base = statementBase(settings.regions[workspace.region], headers);
    const paged = await look();
    const polled = await recordPoll(workspace, paged.query);
    const uriOf = (next: number): string =>
      pageUri(base, {
        workspace: workspace.name ?? "",
        id,
        slug: pageSlug(workspace, polled, next),
        page: next,
      });
    const reply = (fields: Partial<ClientResponse>) =>
      clientReply({ id, infoUri: `${base}/v1/info`, state: "COMPLETED", ...fields });
    if (polled.trino.waiting && !hasQueryEnded(polled)) {
      const first = await firstAnswer(workspace, polled, signal);
      if (first !== null) return reply(first === "started" ? { state: "QUEUED", nextUri: uriOf(0) } : first);
    }
    const hasEnded = ({ query }: { query: PagedQuery }): boolean => hasQueryEnded(query);
    const { query, page } = await lookUntil(workspace, look, hasEnded, WAIT_SECONDS, signal);
    const { state, progress, error } = query;
    const { prefix, count, rows, encoding } = query.trino;
    const answer = (fields: Partial<ClientResponse>) => reply({ state, progress, rows, ...fields });
    if (error) return answer({ error: clientError(error) });
    if (state === "CANCELLED") return answer({ error: clientError(CANCELLED) });
    if (prefix === null) return answer({ nextUri: uriOf(page) });
    if (page > 0 && page >= count) throw notFound("query", id);
    const ackKey = resultColumnsKey(prefix);
    const columns = await jsonIfPresent<ClientColumn[]>(workspace, ackKey);
    const pages = await storedPages(workspace, prefix, page, encoding === null ? 1 : MAX_SEGMENTS);
    const [first] = pages;
    // A response without rows would look like the end of the result.
    if (columns === null || (count > 0 && !first)) throw notFound("query", id);
    const next = page + pages.length;
    return answer({
      columns,
      data:
        first &&
        (encoding === null
          ? () => openObject(workspace, first.key)
          : await resultSegments(workspace, pages, { encoding, ackKey })),
      nextUri: next < count ? uriOf(next) : undefined,
    });
  },
);

type FirstAnswer = Partial<ClientResponse> | "started";

/**
 * Answers a statement that has no execution yet: with all rows if it is quick, otherwise by starting one. A client that
 * repeats its request gets the rows again. Null if the statement was cancelled in the meantime.
 */
async function firstAnswer(
  workspace: WorkspaceScope,
  query: PagedQuery,
  signal: AbortSignal,
): Promise<FirstAnswer | null> {
  const { query: text, created_by: userId, created_at } = query;
  const { waiting, max_run_ms, time_zone = null } = query.trino;
  const maxRunMs = max_run_ms === undefined ? null : Date.parse(created_at) + max_run_ms - Date.now();
  const input = {
    text,
    prepared: Object.fromEntries(waiting?.prepared ?? []),
    userId,
    maxRunMs,
    timeZone: time_zone,
  };
  try {
    const output = await inDirectTime(workspace.id, (directMs) =>
      whileCurrent(workspace, query, signal, (current) =>
        runJob(runStatement, workspace, { ...input, directMs }, current),
      ),
    );
    if (output === null) return null;
    switch (output.kind) {
      case "rows":
        return { ...output, data: output.rows === 0 ? undefined : output.data };
      case "long":
        if (await start(workspace, query, output.text)) return "started";
        return null;
      default:
        return sessionChange(output, workspace.name ?? "");
    }
  } catch (error) {
    // Clients retry unavailable operations based on the status.
    if (!(error instanceof DomainError) || error.kind === "unavailable") throw error;
    return { state: "FAILED", error: clientError(failureOf(error)) };
  }
}

/** Starts the execution of a statement. Returns false if it has ended. */
async function start(workspace: WorkspaceScope, query: PagedQuery, text: string): Promise<boolean> {
  if (hasQueryEnded(await recordPoll(workspace, query))) return false;
  await requireRoomForQuery(workspace);
  const started = await changeQuery(workspace, query.id, (current) =>
    hasQueryEnded(current) ? current : executed(current, text),
  );
  if (hasQueryEnded(started)) return false;
  await startStoredQuery(workspace, started);
  return true;
}
