import type { Load } from "#client/loadHandle.ts";
import { pathIn, useWorkspace } from "../lab.ts";
import { Age } from "../parts/age.tsx";
import { LoadBadge } from "../parts/badge.tsx";
import { Card } from "../parts/card.tsx";
import { DataTable } from "../parts/dataTable.tsx";
import { Icon } from "../parts/icon.tsx";
import { LoadActions } from "../parts/loadActions.tsx";
import { LoadExpiry } from "../parts/loadExpiry.tsx";
import { Person } from "../parts/person.tsx";
import { TableLink } from "../parts/tableLink.tsx";

/** Imports, each with its available action. */
export function Imports({ loads }: { loads: readonly Load[] }) {
  const workspace = useWorkspace();
  if (loads.length === 0) return null;
  return (
    <Card title="Latest imports" id="imports" scroll>
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
    </Card>
  );
}
