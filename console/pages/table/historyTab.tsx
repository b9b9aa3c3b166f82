import type { components } from "#client/schema.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { CHANGES } from "../../parts/asOf.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatNumber } from "../../parts/format.ts";
import { LoadActions } from "../../parts/loadActions.tsx";
import { Person } from "../../parts/person.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { address } from "../../router.ts";

type Version = components["schemas"]["Version"];

/** Versions of a table, the latest first: what each changed, and what can be taken back. */
export function HistoryTab({ reference, versions }: { reference: string; versions: readonly Version[] }) {
  const workspace = useWorkspace();
  /** Returns the address of a query for the rows that came and went since a version. */
  const changesSince = (table: string, version: string): string => {
    const before = `${table} FOR VERSION AS OF ${version}`;
    const q = `SELECT 'added' AS change, * FROM (SELECT * FROM ${table} EXCEPT SELECT * FROM ${before})
UNION ALL
SELECT 'gone' AS change, * FROM (SELECT * FROM ${before} EXCEPT SELECT * FROM ${table})`;
    return `${pathIn(workspace, "sql")}?${new URLSearchParams({ q })}`;
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
          columns={[
            "When",
            "What",
            "File",
            { label: "Rows", as: "number" },
            "Who",
            { label: "Actions", as: "hidden" },
          ]}
        >
          {versions.map(({ id, kind, created_at, created_by, load_id, tables }, index) => {
            const load = load_id === undefined ? undefined : loads?.get(load_id);
            // Each import is offered once, in the line of its latest change.
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
                <th scope="row">{CHANGES[kind]}</th>
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
                    {index > 0 && <a href={changesSince(reference, id)}>Rows that changed since</a>}
                    {load && isLatest && <LoadActions load={load} />}
                  </div>
                </td>
              </tr>
            );
          })}
        </DataTable>
      </div>
    </div>
  );
}
