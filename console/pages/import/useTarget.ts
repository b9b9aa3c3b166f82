import { useMemo } from "preact/hooks";
import type { TableConfig } from "#client/importFiles.ts";
import type { Table } from "#client/resources.ts";
import { useWorkspace } from "../../lab.ts";
import { projectOrFirst } from "../../parts/chosenProject.ts";
import { openProjects, type Project } from "../../parts/openProjects.ts";
import { latestOf, useResource } from "../../resource.ts";
import { address } from "../../router.ts";
import { fitRule } from "./fitRule.ts";
import { fitTable } from "./fitTable.ts";
import type { ImportDraft } from "./importDraft.ts";
import { tablesOf } from "./importTables.ts";
import { useRolesOfBoth } from "./rolesOfBoth.ts";

/** Where an import goes. */
export interface Target {
  /** Table reference; empty until one is chosen. */
  into: string;
  /** Table with that reference; undefined if it does not exist yet. */
  table: Table | undefined;
  /** Project that the import belongs to; undefined for a new one. */
  owner: Project | undefined;
  /** Configuration of the file that uses the table's names and types. */
  config: TableConfig | null;
  /** Undefined while the tables are being read. */
  tables: readonly Table[] | undefined;
  /** Undefined while the projects are being read. */
  projects: readonly Project[] | undefined;
}

/** Reads the tables and projects of the workspace, and fits the configuration of the file to the chosen table. */
export function useTarget({ step, project, config: chosen, into: reference }: ImportDraft): Target {
  const workspace = useWorkspace();
  const into = reference ?? address.value.searchParams.get("into") ?? "";
  const { tables, projects } =
    latestOf(
      useResource(`import ${workspace.name}`, async () => {
        const [tables, projects] = await Promise.all([tablesOf(workspace), openProjects(workspace)]);
        return { tables, projects };
      }),
    ) ?? {};
  const table = tables?.find((candidate) => candidate.reference === into);
  const preview = step.name === "columns" ? step.preview : null;
  const roles = useRolesOfBoth(preview, table);
  const config = useMemo(() => {
    const fitted = chosen && fitTable(chosen, table, roles);
    return fitted && preview ? fitRule(fitted, preview) : fitted;
  }, [chosen, table, preview, roles]);
  return { into, table, owner: projects && projectOrFirst(projects, project), config, tables, projects };
}
