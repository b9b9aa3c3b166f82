import { pathIn, take, useWorkspace } from "../../lab.ts";
import { Age } from "../../parts/age.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Reading } from "../../parts/reading.tsx";
import { useResource } from "../../resource.ts";

/** Orders of a project; nothing if there are none. */
export function ProjectOrders({ projectId }: { projectId: string }) {
  const workspace = useWorkspace();
  const read = useResource(`orders of ${projectId}`, () =>
    take(workspace.orders.list({ project_id: projectId, order: "DESC" })),
  );
  return (
    <Reading of={read}>
      {(orders) =>
        orders.length === 0 ? null : (
          <section class="stack" aria-labelledby="orders">
            <h2 id="orders">Orders</h2>
            <div class="card scroll">
              <DataTable columns={["Name", { label: "Designs", as: "number" }, "Created"]}>
                {orders.map(({ id, name, design_count, created_at }) => (
                  <tr key={id}>
                    <th scope="row">
                      <a href={pathIn(workspace, "orders", id)}>{name}</a>
                    </th>
                    <td class="number">{design_count}</td>
                    <td>
                      <Age at={created_at} />
                    </td>
                  </tr>
                ))}
              </DataTable>
            </div>
          </section>
        )
      }
    </Reading>
  );
}
