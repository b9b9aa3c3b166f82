import { formatCount } from "@pdp/basics/wording";
import type { Order } from "#client/orders.ts";
import { pathIn, useWorkspace } from "../../lab.ts";
import { Card } from "../../parts/card.tsx";
import { DataTable } from "../../parts/dataTable.tsx";
import { Page } from "../../parts/page.tsx";
import { Reading } from "../../parts/reading.tsx";
import { latestOf, useResource } from "../../resource.ts";
import { OrderDna } from "./orderDna.tsx";
import { OrderImport } from "./orderImport.tsx";

/** Maximum number of wells that are listed. */
const MAX_WELLS = 384;

/** A stored order: its wells, and forms for its DNA and its primers. */
export function OrderPage({ params }: { params: Record<string, string> }) {
  const workspace = useWorkspace();
  const id = params.order ?? "";
  const read = useResource(`order ${id}`, () => workspace.orders.get(id));
  const order = latestOf(read);
  return (
    <Page title={order?.name ?? "Order"}>
      <Reading of={read}>
        {(shown) => (
          <>
            <p class="row">
              <span>{figuresOf(shown)}</span>
              <a href={pathIn(workspace, "projects", shown.project_id)}>Project</a>
            </p>
            {shown.erased_at !== null ? (
              <p class="notice warn">
                The layout was deleted because rows that it was created from were erased. Create the order
                again with the remaining rows.
              </p>
            ) : (
              <>
                <OrderImport order={shown} />
                <OrderDna order={shown} />
                <Wells order={shown} />
              </>
            )}
          </>
        )}
      </Reading>
    </Page>
  );
}

function figuresOf({ design_count, plate_count }: Order): string {
  const designs = formatCount(design_count, "design");
  return plate_count === 0 ? designs : `${designs} on ${formatCount(plate_count, "plate")}`;
}

function Wells({ order: { wells } }: { order: Order }) {
  const hasPlates = wells.some(({ plate }) => plate !== null);
  return (
    <Card title="Contents" id="wells" scroll>
      <DataTable columns={[...(hasPlates ? ["Plate", "Well"] : []), "Name", "Role", "Mutations"]}>
        {wells.slice(0, MAX_WELLS).map(({ plate, well, name, role, mutations }) => (
          <tr key={`${plate} ${well} ${name}`}>
            {hasPlates && <td>{plate}</td>}
            {hasPlates && <td>{well}</td>}
            <td>{name}</td>
            <td>{role.toLowerCase()}</td>
            <td>{mutations}</td>
          </tr>
        ))}
      </DataTable>
      {wells.length > MAX_WELLS && <p class="small muted">… {wells.length - MAX_WELLS} more wells</p>}
    </Card>
  );
}
