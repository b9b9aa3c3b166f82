import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { EXAMPLE_ID, ProjectId } from "#shared/domain/id.ts";
import { VersionName } from "#shared/domain/loads/versionTag.ts";
import { acceptedFormat, mediaType, ResultFormat } from "#shared/domain/resultFormat.ts";
import { QueryText } from "#shared/domain/table.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { costHeaders } from "#shared/http/trino/costHeaders.ts";
import { RESULT_EXAMPLES, resultHeaders } from "#shared/http/trino/resultHeaders.ts";
import { queryData } from "#shared/jobs/queryData.ts";
import { takeCost } from "#shared/jobs/resultCost.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { getProject } from "#shared/store/projects.ts";

export const runQuery = operation(
  {
    summary: "Run an SQL query on the workspace's data",
    description:
      'Runs one `SELECT` in Trino\'s dialect on tables and views, or `SHOW TABLES`, `SHOW COLUMNS`, `DESCRIBE`, `EXPLAIN`; `information_schema` describes the tables. `FROM t FOR VERSION AS OF <version id>`, or `\'<tag>\'`, reads `t` as of that version, as does `FOR TIMESTAMP AS OF TIMESTAMP \'2026-01-31 12:00:00 UTC\'`; the field `version_id` sets the version for the whole query. The hidden columns `"$load_id"`, `"$file_id"` and `"$line"` identify the origin of a row. With `project_id`, only rows from that project and its rounds are read. The response is an Arrow IPC stream with nested columns as Struct and List, unless `format` or the header `Accept` requests another format. The headers `X-Query-Files` and `X-Query-Bytes-Read` state what the query reads. A response that ends before its last chunk is incomplete.',
    method: "POST",
    path: "/v2/workspace/{workspace}/data:query",
    alsoPath: "/v2/workspace/{workspace}/data/table:query",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read", "results", "sql"],
    query: v.object({ redirect: Redirect }),
    redirects: true,
    body: v.object({
      query: QueryText,
      format: v.pipe(
        optional(ResultFormat),
        v.description(
          "Format of the result. Defaults to the format in the header `Accept`, otherwise `ARROW`. `CSV` and `XLSX` contain nested values as JSON",
        ),
      ),
      arrow_compression: v.pipe(
        optional(v.picklist(["zstd", "lz4"])),
        v.description("Compression of the Arrow response. Defaults to none"),
      ),
      project_id: v.pipe(
        optional(ProjectId),
        v.description("Read only rows from this project and its rounds. Defaults to the whole workspace"),
      ),
      version_id: v.pipe(
        optional(VersionName),
        v.description("Data version for the whole query. Defaults to the latest"),
      ),
    }),
    response: {
      contentType: mediaType("ARROW"),
      alsoContentTypes: RESULT_EXAMPLES,
      description: "The result in the requested format",
    },
    transport: "stream",
    errors: [400, 404, 409, 429],
    examples: {
      body: {
        query: "SELECT mutations, tm_celsius FROM variants WHERE tm_celsius > 60 ORDER BY tm_celsius DESC",
        project_id: EXAMPLE_ID.project,
      },
    },
  },
  async ({ workspace, caller, query, body, headers, signal }) => {
    if (body.project_id !== null) await getProject(workspace, body.project_id);
    const format = body.format ?? acceptedFormat(headers.accept) ?? "ARROW";
    const input = {
      text: body.query,
      format,
      compression: body.arrow_compression,
      projectId: body.project_id,
      userId: caller.userId,
      version: body.version_id,
      isStored: query.redirect,
    };
    const result = await runJob(queryData, workspace, input, signal);
    const answer = resultHeaders(format, format === "ARROW" ? undefined : "result");
    if ("key" in result)
      return seeOther(await presignedUrl(workspace, result.key, answer), costHeaders(result.cost));
    const { cost, body: rows } = await takeCost(result);
    return { headers: { ...answer, ...costHeaders(cost) }, body: rows };
  },
);
