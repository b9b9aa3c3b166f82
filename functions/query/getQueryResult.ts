import { conflict, notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, QueryId } from "#shared/domain/id.ts";
import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { mediaType, ResultFormat } from "#shared/domain/resultFormat.ts";
import type { StreamResult } from "#shared/http/operations/contract.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { RESULT_EXAMPLES, resultHeaders } from "#shared/http/trino/resultHeaders.ts";
import { diffRows } from "#shared/jobs/diffRows.ts";
import { downloadTable } from "#shared/jobs/downloadTable.ts";
import { queryData } from "#shared/jobs/queryData.ts";
import { takeCost } from "#shared/jobs/resultCost.ts";
import { isStored as isStoredResult } from "#shared/jobs/storeResult.ts";
import { openIfPresent } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { getQuery } from "#shared/store/queries.ts";

export const getQueryResult = operation(
  {
    summary: "Get the result of a query",
    description:
      "Returns the result of a `COMPLETED` query: with its length, as stored, in the format specified when the query was started; in any other `format`, computed again from the same data version, within the time and with the limits of `data:query`. 409 with a reason if the query has not completed.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/query:result",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read", "results", "sql"],
    query: v.object({
      id: QueryId,
      format: v.pipe(
        optional(ResultFormat),
        v.description("Any format. Defaults to the one in which the result is stored"),
        v.examples(["PARQUET"]),
      ),
      redirect: Redirect,
    }),
    redirects: true,
    response: {
      contentType: mediaType("ARROW"),
      alsoContentTypes: RESULT_EXAMPLES,
      description: "The result in the query's format",
    },
    transport: "stream",
    errors: [400, 404, 409, 429],
    examples: {
      errors: {
        409: conflict(
          "query_has_no_result",
          `The query ${EXAMPLE_ID.query} is RUNNING: wait until it is COMPLETED.`,
        ),
      },
    },
  },
  async ({ workspace, query, signal }) => {
    const record = await getQuery(workspace, query.id);
    const { format, result_key: key } = record;
    if (record.state !== "COMPLETED" || key === null || format === "TRINO") throw withoutResult(record);
    if (query.format !== null && query.format !== format)
      return otherFormat(workspace, record, query.format, { isStored: query.redirect, signal });
    const headers = headersOf(record, format);
    if (query.redirect) return seeOther(await presignedUrl(workspace, key, headers));
    const stored = await openIfPresent(workspace, key);
    if (stored === null) throw notFound("query", record.id);
    return { headers: { ...headers, "content-length": String(stored.size) }, body: stored.body };
  },
);

/** Returns the headers of a result; Arrow streams of SQL are not attachments. */
function headersOf({ file_name: name }: QueryRecord, format: ResultFormat): Record<string, string> {
  return resultHeaders(format, name ?? (format === "ARROW" ? undefined : "result"));
}

/** Computes the result in another format, from the data version that the query read. */
async function otherFormat(
  workspace: WorkspaceScope,
  record: QueryRecord,
  format: ResultFormat,
  { isStored, signal }: { isStored: boolean; signal: AbortSignal },
): Promise<StreamResult> {
  const { query: text, arrow_compression, project_id, created_by, version_id, read_version, target } = record;
  const headers = headersOf(record, format);
  if (target) {
    const result = await (target.kind === "TABLE"
      ? runJob(
          downloadTable,
          workspace,
          { tableId: target.table_id, version: version_id, format, isStored },
          signal,
        )
      : runJob(
          diffRows,
          workspace,
          { ...target, tableId: target.table_id, projectId: project_id, format, isStored },
          signal,
        ));
    return isStoredResult(result)
      ? seeOther(await presignedUrl(workspace, result.key, headers))
      : { headers, body: result };
  }
  const version = version_id ?? read_version ?? null;
  const input = {
    text,
    format,
    compression: arrow_compression,
    projectId: project_id,
    userId: created_by,
    version: version === "0" ? null : version,
    isStored,
  };
  const result = await runJob(queryData, workspace, input, signal);
  if ("key" in result) return seeOther(await presignedUrl(workspace, result.key, headers));
  const { body } = await takeCost(result);
  return { headers, body };
}

function withoutResult({ id, state, format, error }: QueryRecord): Error {
  const why =
    state === "FAILED"
      ? `FAILED: ${error?.detail ?? ""}`
      : state === "CANCELLED"
        ? "CANCELLED and has no result."
        : format === "TRINO" && state === "COMPLETED"
          ? "a Trino protocol statement. Read its pages at the URLs of that protocol."
          : `${state}: wait until it is COMPLETED.`;
  return conflict("query_has_no_result", `The query ${id} is ${why}`);
}
