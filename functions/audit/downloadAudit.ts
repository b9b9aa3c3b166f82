import * as v from "valibot";
import { auditFilter, auditQuery } from "#shared/domain/audit/auditQuery.ts";
import { attachment } from "#shared/http/attachment.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { AUDIT_FORMATS, writeAuditFile } from "#shared/jobs/writeAuditFile.ts";
import { runJob } from "#shared/runtime/runJob.ts";

const MEDIA_TYPES = { NDJSON: "application/x-ndjson", PARQUET: "application/vnd.apache.parquet" };

export const downloadAudit = operation(
  {
    summary: "Download the records of requests",
    description:
      "Returns the records that `audit:list` lists, in the order of their ids. A response that ends before its last chunk is incomplete.",
    method: "GET",
    path: "/v2/workspace/{workspace}/audit:download",
    tag: "Audit",
    audience: "member",
    role: "manager",
    needs: ["table:read", "lease:write"],
    query: v.object({
      ...auditQuery,
      format: v.pipe(v.optional(v.picklist(AUDIT_FORMATS), "NDJSON"), v.description("Defaults to NDJSON")),
    }),
    response: {
      contentType: MEDIA_TYPES.NDJSON,
      alsoContentTypes: { [MEDIA_TYPES.PARQUET]: "PAR1…" },
      example: '{"id":"153712003840515","kind":"load:undo","status":200}\n',
      description: "The records, as an attachment",
    },
    transport: "stream",
  },
  async ({ workspace, query, signal }) => {
    const { format } = query;
    const body = await runJob(writeAuditFile, workspace, { filter: auditFilter(query), format }, signal);
    return {
      headers: {
        "content-type": MEDIA_TYPES[format],
        "content-disposition": attachment(`audit-${workspace.name}.${format.toLowerCase()}`),
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      },
      body,
    };
  },
);
