import type { ComponentChildren } from "preact";
import type { Load } from "#client/loadHandle.ts";
import type { Table, Version } from "#client/resources.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { ActionButton } from "../../parts/actionButton.tsx";
import { Age } from "../../parts/age.tsx";
import { CHANGES } from "../../parts/asOf.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber } from "../../parts/format.ts";
import { LoadActions } from "../../parts/loadActions.tsx";
import { Person } from "../../parts/person.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address, navigate } from "../../router.ts";
import { changesSince } from "./changesSince.ts";
import { RowChanges } from "./rowChanges.tsx";

/** Versions of a table, latest first, with their changes and with buttons to undo them. */
export function HistoryTab({ table, versions }: { table: Table; versions: readonly Version[] }) {
  const workspace = useWorkspace();
  const ids = [...new Set(versions.flatMap(({ load_id }) => load_id ?? []))];
  const read = useResource(`loads of ${ids.join()}`, async () => {
    const loads = await Promise.all(ids.map((id) => workspace.load(id).get()));
    return new Map(loads.map((load) => [load.id, load]));
  });
  const loads = latestOf(read);
  return (
    <div class="content">
      <div class="card scroll">
        <DataTable
          stacks
          columns={[
            "When",
            "What",
            "File",
            { label: "Rows", as: "number" },
            "Who",
            { label: "Actions", as: "hidden" },
          ]}
        >
          {versions.map((version, index) => {
            const load = version.load_id === undefined ? undefined : loads?.get(version.load_id);
            // Each import has one button, in the row of its latest change.
            const isLatest = versions.findIndex(({ load_id }) => load_id === version.load_id) === index;
            return (
              <VersionRow key={version.id} version={version} load={load}>
                {index > 0 && <ChangesButton table={table} version={version.id} />}
                {load && isLatest && <LoadActions load={load} />}
              </VersionRow>
            );
          })}
        </DataTable>
      </div>
      <RowChanges key={table.version_id} table={table} versions={versions} />
    </div>
  );
}

interface VersionRowProps {
  version: Version;
  /** Import that made the version; undefined if there is none, or until it is read. */
  load: Load | undefined;
  children: ComponentChildren;
}

function VersionRow({ version, load, children }: VersionRowProps) {
  const workspace = useWorkspace();
  const { kind, tags = [], tables } = version;
  const [change] = tables;
  return (
    <tr>
      <td>
        <Age at={version.created_at} />
      </td>
      <th scope="row">
        {CHANGES[kind]}
        {tags.map((tag) => (
          <span key={tag} class="badge">
            {tag}
          </span>
        ))}
      </th>
      <td>
        {load && (
          <a href={pathIn(workspace, "loads", load.id)}>
            {load.files.map(({ filepath }) => filepath).join(", ")}
          </a>
        )}
      </td>
      <td class="number">
        {change?.rows_added ? `+${formatNumber(change.rows_added)} ` : ""}
        {change?.rows_removed ? `−${formatNumber(change.rows_removed)}` : ""}
      </td>
      <td>
        <Person id={version.created_by} />
      </td>
      <td>
        <div class="row">
          <a href={pathAsOf(version.id)}>See as of here</a>
          {children}
        </div>
      </td>
    </tr>
  );
}

/** Opens a query for the rows that changed since a version. */
function ChangesButton({ table, version }: { table: Table; version: string }) {
  const workspace = useWorkspace();
  const show = async () => {
    const q = await changesSince(workspace, table, version);
    navigate(`${pathIn(workspace, "sql")}?${new URLSearchParams({ q })}`);
  };
  return (
    <ActionButton class="small" busy="Reading the columns…" run={show}>
      Rows that changed since
    </ActionButton>
  );
}

/** Returns the path of the table's rows at a version. */
function pathAsOf(version: string): string {
  const { pathname, search } = address.value;
  const query = new URLSearchParams(search);
  query.delete("tab");
  query.set("as_of", version);
  return `${pathname}?${query}`;
}
