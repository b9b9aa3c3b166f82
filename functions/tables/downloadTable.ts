import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { mediaType } from "#shared/domain/resultFormat.ts";
import { viewOutdated } from "#shared/domain/viewReads.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { Redirect } from "#shared/http/operations/redirect.ts";
import { DOWNLOAD_PARAMETERS } from "#shared/http/operations/tableFileParameters.ts";
import { seeOther } from "#shared/http/seeOther.ts";
import { RESULT_EXAMPLES, resultHeaders } from "#shared/http/trino/resultHeaders.ts";
import { downloadTable as downloadJob } from "#shared/jobs/downloadTable.ts";
import { isStored } from "#shared/jobs/storeResult.ts";
import { presignedUrl } from "#shared/objects/presignedUrl.ts";
import { runJob } from "#shared/runtime/runJob.ts";
import { tableById } from "#shared/store/tables.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

export const downloadTable = operation(
  {
    summary: "Download a table or view",
    description:
      "Returns all rows of all projects as a file, also for an archived table. CSV, NDJSON and Parquet contain exactly the table's values; loading such a file produces the same rows, except rows without any value, which a load skips. `XLSX` has at most 1,048,575 rows of 16,384 columns; a larger table is a 400. In a workbook, integers beyond 2^53, times finer than a millisecond and dates before March 1900 are strings, and an empty string is an empty cell. A response that ends before its last chunk is incomplete.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/table:download",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read", "lease:write", "lake:read", "results", "sql"],
    query: v.object({ ...DOWNLOAD_PARAMETERS, redirect: Redirect }),
    redirects: true,
    response: {
      contentType: mediaType("ARROW"),
      alsoContentTypes: RESULT_EXAMPLES,
      description: "The file, as an attachment",
    },
    transport: "stream",
    errors: [400, 404, 409, 429],
    examples: {
      errors: {
        404: notFound("table", EXAMPLE_ID.table),
        409: viewOutdated("best", "variants", {
          id: EXAMPLE_ID.table,
          reference: "variants_2025",
          isArchived: false,
        }),
      },
    },
  },
  async ({ workspace, query, signal }) => {
    const { reference } = await tableById(workspace, query.id);
    const format = query.format ?? "CSV";
    const version = query.version_id == null ? null : await versionIdOf(workspace, query.version_id);
    const input = { tableId: query.id, format, version, isStored: query.redirect };
    const result = await runJob(downloadJob, workspace, input, signal);
    const headers = resultHeaders(format, reference);
    if (isStored(result)) return seeOther(await presignedUrl(workspace, result.key, headers));
    return { headers, body: result };
  },
);
