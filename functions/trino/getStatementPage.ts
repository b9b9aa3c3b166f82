import { operation } from "#shared/api/operation.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { ClientColumn } from "#shared/domain/queries/clientColumn.ts";
import { hasQueryEnded } from "#shared/domain/queries/query.ts";
import { clientError } from "#shared/http/clientError.ts";
import { type ClientResponse, clientReply } from "#shared/http/clientReply.ts";
import { pageUri, statementBase } from "#shared/http/statementUri.ts";
import { resultColumnsKey } from "#shared/lake/keys.ts";
import { jsonIfPresent, openObject } from "#shared/lake/objects.ts";
import { storedPages } from "#shared/lake/resultPages.ts";
import { resultSegments } from "#shared/lake/resultSegments.ts";
import { lookUntil } from "#shared/runtime/lookUntil.ts";
import { getPagedQuery, type PagedQuery, pageSlug } from "#shared/store/pagedQuery.ts";

/** Time for which a request waits for a query to finish, in seconds. */
const WAIT_SECONDS = 2;
/** Maximum number of segments per response: 32 MB of rows. */
const MAX_SEGMENTS = 8;

const CANCELLED = { code: "query_cancelled", detail: "The query was cancelled." };

export const getStatementPage = operation(
  {
    summary: "Get the next rows of a Trino protocol statement",
    description:
      "The URL is the `nextUri` of the previous response. It is usable only with a token for the same workspace.",
    method: "GET",
    path: "/v1/statement/{workspace}/{query}/{slug}/{page}",
    tag: "SQL for other tools",
    audience: "member",
    byCatalog: true,
    needs: ["table:read", "results"],
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
    const hasEnded = (found: { query: PagedQuery }): boolean => hasQueryEnded(found.query);
    const { query, page } = await lookUntil(workspace, look, hasEnded, WAIT_SECONDS, signal);
    const base = statementBase(settings.regions[workspace.region], headers);
    const uriOf = (next: number): string =>
      pageUri(base, {
        workspace: workspace.name ?? "",
        id,
        slug: pageSlug(workspace, query, next),
        page: next,
      });
    const { state, progress, error } = query;
    const { prefix, count, rows, encoding } = query.trino;
    const answer = (fields: Partial<ClientResponse>) =>
      clientReply({ id, infoUri: `${base}/v1/info`, state, progress, rows, ...fields });
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
