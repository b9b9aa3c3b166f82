import type { OrderRow } from "#client/orderList/orderRows.ts";
import { formatValue } from "../../parts/format.ts";

/** The order list: names, mutations, and what is predicted with its standard deviation. */
export function DesignList({ order }: { order: readonly OrderRow[] }) {
  const assays = [...new Set(order.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  return (
    <section class="card scroll" aria-labelledby="list">
      <header>
        <h2 id="list">Order list</h2>
        <span class="small muted">Measured values come back under these names.</span>
      </header>
      <table class="table">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Mutations</th>
            {assays.map((assay) => (
              <th key={assay} scope="col" class="number">
                {assay}, predicted
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {order.map(({ name, kind, mutations, predictions }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="mono">{kind === "design" ? mutations.replaceAll(";", " ") : kind}</td>
              {assays.map((assay) => {
                const found = predictions.find((prediction) => prediction.assay === assay);
                return (
                  <td key={assay} class="number">
                    {found ? `${formatValue(found.mean)} ± ${formatValue(found.sd)}` : "–"}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
