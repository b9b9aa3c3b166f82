import { useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { formatValue, plural } from "../../../parts/format.ts";
import { variantPath } from "../../../plots/variantPath.ts";
import type { ChosenCell } from "./rowsBehind.ts";
import type { MeasuredVariant } from "./substitutions.ts";

/** Maximum number of rows to list. */
const MAX_LISTED = 100;

interface CellRowsProps {
  cell: ChosenCell;
  assay: string;
  rows: readonly MeasuredVariant[];
  /** Page with all columns of these rows; null if there is none. */
  allColumns: string | null;
}

/** Rows averaged in a heatmap cell. */
export function CellRows({ cell, assay, rows, allColumns }: CellRowsProps) {
  const workspace = useWorkspace();
  return (
    <section class="card scroll" aria-labelledby="cell-rows">
      <header>
        <h2 id="cell-rows">
          {cell.code}: {plural(rows.length, "row")}
        </h2>
        {rows.length > 0 && allColumns && <a href={allColumns}>All columns</a>}
      </header>
      {rows.length === 0 ? (
        <p class="body">No row has this substitution.</p>
      ) : (
        <DataTable columns={["Variant", { label: assay, as: "number" }]}>
          {rows.slice(0, MAX_LISTED).map(({ sequence, value, mutations }, index) => (
            <tr key={index}>
              <th scope="row">
                <a href={variantPath(workspace, sequence)}>{mutations || cell.code}</a>
              </th>
              <td class="number">{formatValue(value)}</td>
            </tr>
          ))}
        </DataTable>
      )}
    </section>
  );
}
