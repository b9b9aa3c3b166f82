import { type OrderRow, purposeWords } from "#client/orderList/orderRows.ts";
import { type PlateWell, wellsByName } from "#client/orderList/plates.ts";
import { DataTable } from "../../parts/dataTable.tsx";
import { formatWithDeviation } from "../../parts/format.ts";

interface DesignListProps {
  order: readonly OrderRow[];
  wells: readonly PlateWell[];
  firstNumber: number;
}

/** The order list: names, wells, mutations, what is predicted with its standard deviation, and what each design is for. */
export function DesignList({ order, wells, firstNumber }: DesignListProps) {
  const placed = wellsByName(wells);
  const isReasoned = order.some(({ reason }) => reason !== null);
  const assays = [...new Set(order.flatMap(({ predictions }) => predictions.map(({ assay }) => assay)))];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by keys where it is wider than the page
    <section class="card scroll" aria-labelledby="list" tabIndex={0}>
      <header>
        <h2 id="list">Order list</h2>
        <span class="small muted">The first residue of the reference is number {firstNumber}.</span>
      </header>
      <DataTable
        columns={[
          "Name",
          "Well",
          "Mutations",
          ...assays.map((assay) => ({ label: `${assay}, predicted`, as: "number" as const })),
          ...(isReasoned ? ["What for", "Why"] : []),
        ]}
      >
        {order.map(({ name, kind, mutations, predictions, ...row }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td class="mono">{placed.get(name)}</td>
            <td class="mono">{kind === "design" ? mutations.replaceAll(";", " ") : kind}</td>
            {assays.map((assay) => {
              const found = predictions.find((prediction) => prediction.assay === assay);
              return (
                <td key={assay} class="number">
                  {found ? formatWithDeviation(found.mean, found.sd) : "–"}
                </td>
              );
            })}
            {isReasoned && (
              <>
                <td>{purposeWords({ kind, isToLearn: row.isToLearn })}</td>
                <td class="small">{row.reason?.replace(/^to learn: /, "")}</td>
              </>
            )}
          </tr>
        ))}
      </DataTable>
    </section>
  );
}
