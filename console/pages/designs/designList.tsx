import type { OrderRow } from "#client/orderList/orderRows.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatWithDeviation } from "../../parts/format.ts";

/** The order list: names, mutations, and what is predicted with its standard deviation. */
export function DesignList({ order, firstNumber }: { order: readonly OrderRow[]; firstNumber: number }) {
  const assays = [...new Set(order.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-labelledby="list" tabIndex={0}>
      <header>
        <h2 id="list">Order list</h2>
        <span class="small muted">
          To train on the results, add a column with them to the plate map and import that: it has the
          sequences. The first residue of the reference is number {firstNumber}.
        </span>
      </header>
      <DataTable
        columns={[
          "Name",
          "Mutations",
          ...assays.map((assay) => ({ label: `${assay}, predicted`, as: "number" as const })),
        ]}
      >
        {order.map(({ name, kind, mutations, predictions }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="mono">{kind === "design" ? mutations.replaceAll(";", " ") : kind}</td>
            {assays.map((assay) => {
              const found = predictions.find((prediction) => prediction.assay === assay);
              return (
                <td key={assay} class="number">
                  {found ? formatWithDeviation(found.mean, found.sd) : "–"}
                </td>
              );
            })}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
