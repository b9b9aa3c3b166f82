import * as v from "valibot";
import { operation } from "#shared/api/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/api/pageQuery.ts";
import { requireStaff } from "#shared/domain/caller.ts";
import { WorkspaceRecord } from "#shared/domain/workspace.ts";
import { workspaceRecord } from "#shared/http/workspaceRecord.ts";
import { listWorkspaces } from "#shared/store/workspaces.ts";

export const listWorkspaceRecords = operation(
  {
    summary: "List the records of the workspaces the caller has access to",
    description:
      "`include_deleted` adds deleted ones. `include_all` lists all workspaces of the platform, for staff only.",
    method: "GET",
    path: "/v2/workspace:listRecords",
    tag: "Workspaces",
    audience: "user",
    needs: ["platform:read"],
    query: v.object({ include_deleted: QueryBoolean, include_all: QueryBoolean, ...pageQuery }),
    response: pageOf(WorkspaceRecord),
  },
  async ({ settings, caller, query }) => {
    if (query.include_all) requireStaff(caller);
    const orgId = caller.isStaff ? null : caller.orgId;
    if (orgId === null && !caller.isStaff) return { items: [], cursor: null };
    const page = await listWorkspaces({ settings }, orgId, query.include_deleted, query);
    return { ...page, items: page.items.map((workspace) => workspaceRecord(settings, workspace)) };
  },
);
