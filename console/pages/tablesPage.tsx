import type { Table } from "#client/resources.ts";
import { pathIn, take, useWorkspace } from "../lab.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Age } from "../parts/age.tsx";
import { arrangeList, type Listed } from "../parts/arrangeList.ts";
import { DataTable } from "../parts/dataTable.tsx";
import { Failure } from "../parts/failure.tsx";
import { Checkbox, Select } from "../parts/form.tsx";
import { formatNumber } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { ListTools, listChoice } from "../parts/listTools.tsx";
import { openProjects } from "../parts/openProjects.ts";
import { Page } from "../parts/page.tsx";
import { Reading } from "../parts/reading.tsx";
import { latestOf, readAgain, useResource } from "../resource.ts";
import { address, setQuery } from "../router.ts";
import { EmptyWorkspace } from "./emptyWorkspace.tsx";
import { Imports } from "./imports.tsx";

const IMPORTS_SHOWN = 10;

/** Tables and views in a workspace, and the latest imports. */
export function TablesPage() {
  const workspace = useWorkspace();
  const { searchParams } = address.value;
  const withArchived = searchParams.get("archived") === "1";
  const project = searchParams.get("project") ?? "";
  const tables = useResource(`tables ${workspace.name} ${withArchived} ${project}`, () =>
    take(
      workspace.tables({ include_archived: withArchived, ...(project !== "" && { project_id: project }) }),
    ),
  );
  const projects = latestOf(useResource(`projects ${workspace.name}`, () => openProjects(workspace))) ?? [];
  const loads = useResource(`loads ${workspace.name}`, () =>
    take(workspace.loads({ order: "DESC" }), IMPORTS_SHOWN),
  );
  return (
    <Page
      title="Tables"
      intro="Your measurements, and the views on them. Open a table to filter, plot or undo; import a file to add rows."
      primary={
        <a class="button primary" href={pathIn(workspace, "import")}>
          <Icon name="import" />
          Import a file
        </a>
      }
      actions={
        <a class="button" href={pathIn(workspace, "sql")}>
          <Icon name="sql" />
          Query
        </a>
      }
    >
      <Reading of={tables}>
        {(shownTables) => <TableList tables={shownTables} project={project} projects={projects} />}
      </Reading>
      <Checkbox
        checked={withArchived}
        onChange={(isChecked) => setQuery({ archived: isChecked ? "1" : null }, { replace: true })}
      >
        Show archived tables
      </Checkbox>
      {latestOf(tables)?.length === 0 && project === "" && <EmptyWorkspace />}
      {loads.state === "failed" && <Failure error={loads.error} />}
      {/* Task results are loads without files. */}
      <Imports
        loads={(latestOf(loads) ?? []).filter(
          ({ files, state }) => files.length > 0 || state !== "COMPLETED",
        )}
      />
    </Page>
  );
}

interface TableListProps {
  tables: readonly Table[];
  /** Id of the project whose tables are shown; empty for all. */
  project: string;
  projects: readonly { id: string; name: string }[];
}

/** Tables that match the search, with selectors for their order and their project. */
function TableList({ tables, project, projects }: TableListProps) {
  const shown = arrangeList(tables, listedTable, listChoice());
  if (tables.length === 0 && project === "") return null;
  return (
    <>
      <ListTools of="table" orders={["recent", "name", "rows"]} count={tables.length} shown={shown.length}>
        {projects.length > 1 && (
          <Select
            id="list-project"
            label="Project"
            value={project}
            options={{
              "": "of all projects",
              ...Object.fromEntries(projects.map(({ id, name }) => [id, `of ${name}`])),
            }}
            onChange={(next) => setQuery({ project: next || null }, { replace: true })}
          />
        )}
      </ListTools>
      {shown.length > 0 ? <Tables tables={shown} /> : <p>No table matches.</p>}
    </>
  );
}

function listedTable({ reference, description, updated_at, created_by, rows }: Table): Listed {
  return { name: reference, description, changedAt: updated_at, createdBy: created_by, rows };
}

/** Tables and views, with their sizes. */
export function Tables({ tables }: { tables: readonly Table[] }) {
  const workspace = useWorkspace();
  return (
    <div class="card scroll">
      <DataTable
        columns={[
          "Name",
          "Kind",
          { label: "Rows", as: "number" },
          { label: "Columns", as: "number" },
          "Changed",
        ]}
      >
        {tables.map(({ id, reference, description, kind, rows, columns, updated_at, archived_at }) => (
          <tr key={id}>
            <th scope="row">
              {archived_at === null ? (
                <a class="with-icon" href={pathIn(workspace, "tables", reference)}>
                  <Icon name={kind === "VIEW" ? "sql" : "tables"} />
                  {reference}
                </a>
              ) : (
                <span class="row">
                  <span>{reference} (archived)</span>
                  <ActionButton class="small" run={() => workspace.unarchiveTable(id).then(readAgain)}>
                    Restore
                  </ActionButton>
                </span>
              )}
              {description && <div class="small muted">{description}</div>}
            </th>
            <td>{kind === "VIEW" ? "view" : "table"}</td>
            <td class="number">{rows === undefined ? "–" : formatNumber(rows)}</td>
            <td class="number">{formatNumber(columns.length)}</td>
            <td>
              <Age at={updated_at} />
            </td>
          </tr>
        ))}
      </DataTable>
    </div>
  );
}
