import { internal } from "@pdp/basics/schemas";
import * as v from "valibot";
import { requireStaff } from "#shared/domain/caller.ts";
import { WorkspaceRecord } from "#shared/domain/workspace.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery, QueryBoolean } from "#shared/http/operations/pageQuery.ts";
import { workspaceRecord } from "#shared/http/workspaceRecord.ts";
import { listOrganizations } from "#shared/identity/listOrganizations.ts";
import { listWorkspaces } from "#shared/store/workspaces.ts";

export const listWorkspaceRecords = operation(
  {
    summary: "List the records of the workspaces the caller has access to",
    description:
      "Lists the workspaces of all the caller's organizations, regardless of the token's organization. `include_deleted` adds workspaces that are being deleted or have been deleted; for the latter, only the id, name, region, and who created and deleted them and when. `include_all` lists all workspaces on the platform and is for staff only.",
    method: "GET",
    path: "/v2/workspace:listRecords",
    tag: "Workspaces",
    audience: "user",
    needs: ["platform:read"],
    query: v.object({
      include_deleted: QueryBoolean,
      include_all: internal(QueryBoolean),
      ...pageQuery,
    }),
    response: pageOf(WorkspaceRecord),
    internal: true,
  },
  async ({ settings, caller, query }) => {
    if (query.include_all) requireStaff(caller);
    const orgIds = caller.isStaff ? null : await listOrganizations(settings, caller);
    const page = await listWorkspaces({ settings }, orgIds, query.include_deleted, query);
    return { ...page, items: page.items.map((workspace) => workspaceRecord(settings, workspace)) };
  },
);
