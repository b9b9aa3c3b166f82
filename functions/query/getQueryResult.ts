import * as v from "valibot";
import { conflict, invalidField, notFound } from "#shared/basics/errors/errors.ts";
import { optional } from "#shared/basics/schemas/textFields.ts";
import { EXAMPLE_ID, QueryId } from "#shared/domain/id.ts";
import type { QueryRecord } from "#shared/domain/queries/query.ts";
import { mediaType, ResultFormat } from "#shared/domain/resultFormat.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { RESULT_EXAMPLES, resultHeaders } from "#shared/http/trino/resultHeaders.ts";
import { openIfPresent } from "#shared/objects/objects.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { getQuery } from "#shared/store/queries.ts";

export const getQueryResult = operation(
  {
    summary: "Get the result of a query",
    description:
      "Returns the stored result of a `COMPLETED` query, with its length, in the format specified when the query was started. 409 with a reason if the query has not completed.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/query:result",
    tag: "SQL",
    audience: "member",
    needs: ["table:read", "results"],
    query: v.object({
      id: QueryId,
      format: v.pipe(
        optional(ResultFormat),
        v.description("Format specified when the query was started; other formats are rejected"),
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
    errors: [404, 409],
    examples: {
      errors: {
        409: conflict(
          "query_has_no_result",
          `The query ${EXAMPLE_ID.query} is RUNNING: wait until it is COMPLETED.`,
        ),
      },
    },
  },
  async ({ workspace, query }) => {
    const found = await getQuery(workspace, query.id);
    const { format, result_key: key } = found;
    if (found.state !== "COMPLETED" || key === null || format === "TRINO") throw withoutResult(found);
    if (query.format !== null && query.format !== format) {
      const sentence = `The result is stored as ${format}. Start the query again with the format ${query.format}`;
      throw invalidField(["query", "format"], sentence, query.format);
    }
    const headers = resultHeaders(format, format === "ARROW" ? undefined : "result");
    if (query.redirect) return seeOther(await presignedUrl(workspace, key, headers));
    const stored = await openIfPresent(workspace, key);
    if (stored === null) throw notFound("query", found.id);
    return { headers: { ...headers, "content-length": String(stored.size) }, body: stored.body };
  },
);

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
