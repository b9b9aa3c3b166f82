import type { Load } from "#client/loadHandle.ts";
import type { components } from "#client/schema.ts";
import { pathIn, take, useWorkspace } from "../lab.ts";
import { ActionButton } from "../parts/actionButton.tsx";
import { Age } from "../parts/age.tsx";
import { arrangeList, type Listed } from "../parts/arrangeList.ts";
import { LoadBadge } from "../parts/badge.tsx";
import { DataTable } from "../parts/dataTable.tsx";
import { Failure } from "../parts/failure.tsx";
import { Select } from "../parts/form.tsx";
import { formatNumber } from "../parts/format.ts";
import { Icon } from "../parts/icon.tsx";
import { ListTools, listChoice } from "../parts/listTools.tsx";
import { LoadActions } from "../parts/loadActions.tsx";
import { LoadExpiry } from "../parts/loadExpiry.tsx";
import { openProjects } from "../parts/openProjects.ts";
import { Page } from "../parts/page.tsx";
import { Person } from "../parts/person.tsx";
import { Reading } from "../parts/reading.tsx";
import { TableLink } from "../parts/tableLink.tsx";
import { latestOf, readAgain, useResource } from "../resource.ts";
import { address, navigate, setQuery } from "../router.ts";
import { EXAMPLE_TABLE, loadExample } from "./import/exampleData.ts";

type Table = components["schemas"]["Table"];

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
  const found = latestOf(tables);
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
        {(found) => {
          const shown = arrangeList(found, listedTable, listChoice());
          return (
            (found.length > 0 || project !== "") && (
              <>
                <ListTools
                  of="table"
                  orders={["recent", "name", "rows"]}
                  count={found.length}
                  shown={shown.length}
                >
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
            )
          );
        }}
      </Reading>
      <label class="check">
        <input
          type="checkbox"
          checked={withArchived}
          onChange={({ currentTarget }) =>
            setQuery({ archived: currentTarget.checked ? "1" : null }, { replace: true })
          }
        />
        Show archived tables
      </label>
      {found?.length === 0 && project === "" && <EmptyWorkspace />}
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

function listedTable({ reference, description, updated_at, created_by, rows }: Table): Listed {
  return { name: reference, description, changedAt: updated_at, createdBy: created_by, rows };
}

/** Shown in a workspace without tables: ways to create the first one. */
export function EmptyWorkspace() {
  const workspace = useWorkspace();
  const tryOut = async () => {
    await loadExample(workspace);
    readAgain();
    navigate(pathIn(workspace, "tables", EXAMPLE_TABLE));
  };
  return (
    <div class="card empty">
      <Icon name="tables" />
      <p>No tables yet. Import a file, or paste cells.</p>
      <div class="row">
        <a class="button primary" href={pathIn(workspace, "import")}>
          Import a file
        </a>
        <ActionButton busy="Loading…" run={tryOut}>
          Load example data
        </ActionButton>
      </div>
      <p class="small muted">
        The example contains a thousand invented variants of an invented enzyme, with activity and
        thermostability.
      </p>
    </div>
  );
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

/** Imports, each with its available action. */
export function Imports({ loads }: { loads: readonly Load[] }) {
  const workspace = useWorkspace();
  if (loads.length === 0) return null;
  return (
    <section class="card scroll" aria-labelledby="imports">
      <header>
        <h2 id="imports">Latest imports</h2>
      </header>
      <DataTable
        stacks
        columns={["Table", "File", "State", "When", "Who", { label: "Actions", as: "hidden" }]}
      >
        {loads.map((load) => (
          <tr key={load.id}>
            <td>
              {Object.entries(load.tables).map(([reference, { table_id }]) => (
                <div key={reference}>
                  {table_id === null ? reference : <TableLink table={reference} id={table_id} />}
                </div>
              ))}
            </td>
            <td>
              <a class="with-icon" href={pathIn(workspace, "loads", load.id)}>
                <Icon name="sheet" />
                {load.files.map(({ filepath }) => filepath).join(", ") || "no file yet"}
              </a>
              {load.errors[0] && <div class="small danger-text">{load.errors[0]}</div>}
            </td>
            <td>
              <LoadBadge load={load} />
              <div class="small">
                <LoadExpiry load={load} />
              </div>
            </td>
            <td>
              <Age at={load.created_at} />
            </td>
            <td>
              <Person id={load.created_by} />
            </td>
            <td class="actions">
              <LoadActions load={load} />
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
