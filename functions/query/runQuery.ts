import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { EXAMPLE_ID, ProjectId, VersionId } from "#shared/domain/id.ts";
import { QueryText } from "#shared/domain/table.ts";
import { optional } from "#shared/domain/textFields.ts";
import { queryData } from "#shared/jobs/queryData.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { getProject } from "#shared/store/projects.ts";

const ARROW_STREAM = "application/vnd.apache.arrow.stream";

export const runQuery = operation(
  {
    summary: "Run a SQL query over the workspace's data",
    description:
      'One `SELECT` in Trino\'s dialect over tables and views. `FROM t FOR VERSION AS OF <version id>` reads one table as it was, as does `FOR TIMESTAMP AS OF TIMESTAMP \'2026-01-31 12:00:00 UTC\'`; the field `version_id` does so for the whole query. Where a query names them, tables have the columns `"$load_id"`, `"$file_id"` and `"$line"`, which say where a row comes from. With `project_id`, only rows of that project and its rounds are read. The response is an Arrow IPC stream; nested columns arrive as Struct and List.',
    method: "POST",
    path: "/v2/workspace/{workspace}/data:query",
    alsoPath: "/v2/workspace/{workspace}/data/table:query",
    tag: "SQL",
    audience: "member",
    needs: ["table:read", "lease:write", "lake:read", "sql"],
    body: v.object({
      query: QueryText,
      arrow_compression: v.pipe(
        optional(v.picklist(["zstd", "lz4"])),
        v.description("How the Arrow answer is compressed; not at all unless stated"),
      ),
      project_id: v.pipe(
        optional(ProjectId),
        v.description("Only rows of this project and its rounds; of the whole workspace unless stated"),
      ),
      version_id: v.pipe(
        optional(VersionId),
        v.description("The whole query as of this data version; of the latest unless stated"),
      ),
    }),
    response: { contentType: ARROW_STREAM, description: "An Arrow IPC stream" },
    transport: "stream",
    errors: [400, 404, 429],
    examples: {
      body: {
        query: "SELECT mutations, tm_celsius FROM variants WHERE tm_celsius > 60 ORDER BY tm_celsius DESC",
        project_id: EXAMPLE_ID.project,
      },
    },
  },
  async ({ workspace, body, signal }) => {
    if (body.project_id !== null) await getProject(workspace, body.project_id);
    const input = {
      text: body.query,
      compression: body.arrow_compression,
      projectId: body.project_id,
      version: body.version_id,
    };
    const stream = await runJob(queryData, workspace, input, signal);
    return { headers: { "content-type": ARROW_STREAM, "x-content-type-options": "nosniff" }, body: stream };
  },
);
