import type { components } from "#client/schema.ts";
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

type Table = components["schemas"]["Table"];
type Version = components["schemas"]["Version"];

/** Versions of a table, latest first, with their changes and with buttons to undo them. */
export function HistoryTab({ table, versions }: { table: Table; versions: readonly Version[] }) {
  const workspace = useWorkspace();
  const showChanges = async (version: string) => {
    const q = await changesSince(workspace, table, version);
    navigate(`${pathIn(workspace, "sql")}?${new URLSearchParams({ q })}`);
  };
  const ids = [...new Set(versions.flatMap(({ load_id }) => load_id ?? []))];
  const read = useResource(`loads of ${ids.join()}`, async () => {
    const loads = await Promise.all(ids.map((id) => workspace.load(id).get()));
    return new Map(loads.map((load) => [load.id, load]));
  });
  const loads = latestOf(read);
  const seen = new Set<string>();
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
          {versions.map(({ id, kind, created_at, created_by, load_id, tables, tags = [] }, index) => {
            const load = load_id === undefined ? undefined : loads?.get(load_id);
            // Each import has one button, in the row of its latest change.
            const isLatest = load_id !== undefined && !seen.has(load_id);
            if (load_id !== undefined) seen.add(load_id);
            const [change] = tables;
            const path = new URL(address.value);
            path.searchParams.delete("tab");
            path.searchParams.set("as_of", id);
            return (
              <tr key={id}>
                <td>
                  <Age at={created_at} />
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
                  <Person id={created_by} />
                </td>
                <td>
                  <div class="row">
                    <a href={path.pathname + path.search}>See as of here</a>
                    {index > 0 && (
                      <ActionButton class="small" busy="Reading the columns…" run={() => showChanges(id)}>
                        Rows that changed since
                      </ActionButton>
                    )}
                    {load && isLatest && <LoadActions load={load} />}
                  </div>
                </td>
              </tr>
            );
          })}
        </DataTable>
      </div>
      <RowChanges key={table.version_id} table={table} versions={versions} />
    </div>
  );
}
