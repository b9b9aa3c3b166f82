import { conflict } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { mediaType } from "#shared/domain/resultFormat.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { keyNames, ROW_DIFF_PARAMETERS } from "#shared/http/operations/tableFileParameters.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { RESULT_EXAMPLES, resultHeaders } from "#shared/http/trino/resultHeaders.ts";
import { diffRows } from "#shared/jobs/diffRows.ts";
import { isStored } from "#shared/jobs/storeResult.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { getProject } from "#shared/store/projects.ts";
import { tableById } from "#shared/store/tables.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

export const diffTableRows = operation(
  {
    summary: "Compare a table's rows between two versions",
    description:
      "Returns a file with the rows found only in `to` or only in `from`; columns are matched by name. `$change` is `ADDED` or `REMOVED`. With a key, rows of `from` and `to` that share a key are `CHANGED_FROM` and `CHANGED_TO`, in this order; rows with a missing key value never count as changed. Identical rows are merged into one line, counted in `$rows`. Rows are sorted by key. `from` and `to` are workspace versions; `from` is the earlier one. A response without its last chunk is incomplete.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:rowDiff",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read", "results", "sql"],
    query: v.object({ ...ROW_DIFF_PARAMETERS, redirect: Redirect }),
    redirects: true,
    response: {
      contentType: mediaType("ARROW"),
      alsoContentTypes: {
        ...RESULT_EXAMPLES,
        [mediaType("CSV")]:
          "$change,$rows,mutations,tm_celsius\nCHANGED_FROM,1,S238A,58.9\nCHANGED_TO,1,S238A,59.3\n",
        [mediaType("NDJSON")]: '{"$change":"ADDED","$rows":1,"mutations":"S238F","tm_celsius":61.2}\n',
      },
      description: "The rows that differ, as an attachment",
    },
    transport: "stream",
    errors: [400, 404, 409, 429],
    examples: {
      query: { from: EXAMPLE_ID.earlierVersion },
      errors: { 409: conflict("table_is_view", '"best" is a view and has no stored rows to compare.') },
    },
  },
  async ({ workspace, query, signal }) => {
    const { reference } = await tableById(workspace, query.id);
    if (query.project_id !== null) await getProject(workspace, query.project_id);
    const format = query.format ?? "CSV";
    const input = {
      tableId: query.id,
      from: await versionIdOf(workspace, query.from),
      to: query.to === null ? null : await versionIdOf(workspace, query.to),
      key: keyNames(query.key),
      projectId: query.project_id,
      format,
      isStored: query.redirect,
    };
    const result = await runJob(diffRows, workspace, input, signal);
    const headers = resultHeaders(format, `${reference}_changes`);
    if (isStored(result)) return seeOther(await presignedUrl(workspace, result.key, headers));
    return { headers, body: result };
  },
);
