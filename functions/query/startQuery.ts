import { invalidField } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { ProjectId } from "#shared/domain/id.ts";
import { VersionName } from "#shared/domain/loads/versionTag.ts";
import { Query, shownQuery } from "#shared/domain/queries/query.ts";
import { newQuery, tooManyQueries } from "#shared/domain/queries/queryTransitions.ts";
import { ResultFormat } from "#shared/domain/resultFormat.ts";
import { QueryText } from "#shared/domain/table.ts";
import { startStoredQuery } from "#shared/history/startStoredQuery.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { newId, stampOf } from "#shared/runtime/ids.ts";
import { getProject } from "#shared/store/projects.ts";
import { createQueryRecord } from "#shared/store/queries.ts";
import { requireRoomForQuery } from "#shared/store/underWay.ts";
import { getVersion } from "#shared/store/versions.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

/** Maximum size of a query's text, in bytes: the text is stored in a record. */
const MAX_TEXT_BYTES = 262_144;

export const startQuery = operation(
  {
    summary: "Start a long-running SQL query",
    description:
      "Accepts the same SQL as `data:query`, but runs in the background: the query continues after the client disconnects, may run for 14 minutes by default, and is continued or restarted after the platform restarts. `query:get` returns its state and `query:result` its result, which is kept for one day. If the SQL is invalid, the query is `FAILED` and has an `error`.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/query:start",
    tag: "SQL",
    audience: "member",
    role: "reader",
    needs: ["table:write", "query:start"],
    body: v.object({
      query: QueryText,
      format: v.pipe(
        optional(ResultFormat),
        v.description("Format of the stored result. Defaults to `ARROW`"),
        v.examples(["PARQUET"]),
      ),
      arrow_compression: v.pipe(
        optional(v.picklist(["zstd", "lz4"])),
        v.description("Compression of an Arrow result. Defaults to none"),
      ),
      project_id: v.pipe(
        optional(ProjectId),
        v.description("Reads only rows from this project and its rounds. Defaults to the whole workspace"),
      ),
      version_id: v.pipe(
        optional(VersionName),
        v.description("Runs the whole query as of this data version. Defaults to the latest"),
      ),
    }),
    response: Query,
    errors: [404, 429],
    examples: {
      response: { state: "QUEUED", started_at: null, ended_at: null, cost: null, result: null },
      errors: { 429: tooManyQueries(20) },
    },
  },
  async ({ workspace, caller, body }) => {
    const { query, arrow_compression, project_id, version_id } = body;
    if (Buffer.byteLength(query) > MAX_TEXT_BYTES)
      throw invalidField(["body", "query"], `The query must not exceed ${MAX_TEXT_BYTES} bytes`, query);
    if (project_id !== null) await getProject(workspace, project_id);
    const version = version_id === null ? null : await versionIdOf(workspace, version_id);
    if (version !== null) await getVersion(workspace, version);
    await requireRoomForQuery(workspace);
    const format = body.format ?? "ARROW";
    const request = { query, format, arrow_compression, project_id, version_id: version };
    const started = newQuery(newId(), { ...request, workspace_name: workspace.name ?? "" }, stampOf(caller));
    await createQueryRecord(workspace, started);
    await startStoredQuery(workspace, started);
    return shownQuery(started);
  },
);
