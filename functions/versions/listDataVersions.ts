import { notFound } from "@pdp/basics/errors";
import { optional } from "@pdp/basics/schemas";
import * as v from "valibot";
import { projectOf } from "#shared/domain/context.ts";
import { EXAMPLE_ID, ProjectId, TableId } from "#shared/domain/id.ts";
import { Version } from "#shared/domain/loads/version.ts";
import { operation } from "#shared/http/operations/operation.ts";
import { pageOf, pageQuery } from "#shared/http/operations/pageQuery.ts";
import type { WorkspaceScope } from "#shared/runtime/scope.ts";
import { loadsById } from "#shared/store/loads.ts";
import { getProject } from "#shared/store/projects.ts";
import { tableById } from "#shared/store/tables.ts";
import { listVersions } from "#shared/store/versions.ts";

export const listDataVersions = operation(
  {
    summary: "List the data versions of the workspace",
    description:
      "Lists the complete history in order. `table_id` selects versions that changed a table; `project_id` selects versions created by loads in a project.",
    method: "GET",
    path: "/v2/workspace/{workspace}/data/version:list",
    tag: "Tables and views",
    audience: "member",
    role: "reader",
    needs: ["table:read"],
    query: v.object({ project_id: optional(ProjectId), table_id: optional(TableId), ...pageQuery }),
    response: pageOf(Version),
    errors: [404],
    examples: { errors: { 404: notFound("project", EXAMPLE_ID.project) } },
  },
  async ({ workspace, query }) => {
    const { project_id: projectId, table_id: tableId } = query;
    if (projectId !== null) await getProject(workspace, projectId);
    if (tableId !== null) await tableById(workspace, tableId);
    return listVersions(workspace, tableId, String(projectId), query, (versions) =>
      madeInProject(workspace, versions, projectId),
    );
  },
);

async function madeInProject(
  workspace: WorkspaceScope,
  versions: Version[],
  projectId: string | null,
): Promise<boolean[]> {
  if (projectId === null) return versions.map(() => true);
  const loads = await loadsById(
    workspace,
    versions.flatMap((version) => version.load_id ?? []),
  );
  return versions.map((version) => {
    const load = version.load_id === undefined ? undefined : loads.get(version.load_id);
    return load !== undefined && projectOf(load.context) === projectId;
  });
}
