import * as v from "valibot";
import { auditFilter, auditQuery } from "#shared/domain/audit/auditQuery.ts";
import { AuditRecord } from "#shared/domain/audit/auditRecord.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import { listAuditRecords } from "#shared/store/auditRecords.ts";

export const listAudit = operation(
  {
    summary: "List the records of requests",
    description:
      "Lists who read or changed what in the workspace, from where, and with what outcome. Records are kept for 400 days, and contain neither cell values nor SQL. A record is stored before its request is answered. Reads of files with credentials or signed URLs that were handed out have no records; the request that handed them out has one. A page that reads many records without a match ends early: follow `cursor` until it is null.",
    method: "GET",
    path: "/v2/workspace/{workspace}/audit:list",
    tag: "Audit",
    audience: "member",
    role: "manager",
    needs: ["table:read"],
    query: v.object({ ...auditQuery, ...pageQuery }),
    response: pageOf(AuditRecord),
  },
  ({ workspace, query }) => listAuditRecords(workspace, auditFilter(query), query),
);
