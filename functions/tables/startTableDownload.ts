import { tableName } from "@pdp/basics/columns";
import { notFound } from "@pdp/basics/errors";
import * as v from "valibot";
import { EXAMPLE_ID } from "#shared/domain/id.ts";
import { Query } from "#shared/domain/queries/query.ts";
import { startTarget } from "#shared/history/startTarget.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { DOWNLOAD_PARAMETERS } from "#shared/http/operations/tableFileParameters.ts";
import { tableById } from "#shared/store/tables.ts";
import { getHead, getVersion } from "#shared/store/versions.ts";
import { versionIdOf } from "#shared/store/versionTags.ts";

export const startTableDownload = operation(
  {
    summary: "Start the download of a table or view of any size",
    description:
      "Stores the file of `table:download` in the background, as `query:start` does with the result of SQL: `query:get` returns the state and the progress, `query:result` the file for one day, and `query:cancel` ends it. The file contains the version that was the latest at the start, or `version_id`; a view is read with the query that it has when the file is written.",
    method: "POST",
    path: "/v2/workspace/{workspace}/data/table:startDownload",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:write", "query:start"],
    query: v.object(DOWNLOAD_PARAMETERS),
    response: Query,
    errors: [404, 429],
    examples: {
      response: { state: "QUEUED", started_at: null, ended_at: null, cost: null, result: null },
      errors: { 404: notFound("table", EXAMPLE_ID.table) },
    },
  },
  async ({ workspace, caller, query }) => {
    const { reference } = await tableById(workspace, query.id);
    const stated = query.version_id == null ? null : await versionIdOf(workspace, query.version_id);
    if (stated !== null) await getVersion(workspace, stated);
    const version = stated ?? (await getHead(workspace)).version_id;
    return startTarget(workspace, caller, {
      target: { kind: "TABLE", table_id: query.id },
      text: `SELECT * FROM ${tableName(reference)}`,
      format: query.format ?? "CSV",
      fileName: reference,
      projectId: null,
      version: version === "0" ? null : version,
    });
  },
);
