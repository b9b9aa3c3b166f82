import { useMemo } from "preact/hooks";
import type { Design } from "#client/orderList/design.ts";
import type { Numbering } from "#shared/domain/mutations/numbering.ts";
import { useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import type { Better } from "../../../plots/chart.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { variantPath } from "../../../plots/variantPath.ts";
import { changedPositions } from "./changedPositions.ts";
import { predictionsChart } from "./predictionsChart.ts";

/** Maximum number of positions listed. */
const MAX_POSITIONS = 12;

interface DesignFindingsProps {
  /** Designs; their mutations use `numbering`. */
  designs: readonly Design[];
  numbering: Numbering;
  /** Direction of improvement that the task aimed for in each assay. */
  goals: ReadonlyMap<string, Better>;
}

/** Overview of the designs: their predictions as a chart, and the positions that they change. */
export function DesignFindings({ designs, numbering, goals }: DesignFindingsProps) {
  const workspace = useWorkspace();
  const chart = useMemo(
    () => predictionsChart(designs, (sequence) => variantPath(workspace, sequence), goals),
    [designs, goals],
  );
  const others = designs.filter(({ sequence, parent }) => sequence.length !== parent.length).length;
  const positions = useMemo(() => changedPositions(designs, numbering), [designs, numbering]);
  return (
    <div class="chart-pair">
      {chart && <ChartView title="Predictions of the designs" chart={chart} />}
      <section class="card scroll" aria-labelledby="changed-positions">
        <header>
          <h2 id="changed-positions">Positions that the designs change</h2>
          <span class="small muted">
            {plural(positions.length, "position")} in {plural(designs.length - others, "design")}
            {others > 0 && `, without ${formatNumber(others)} of another length`}
          </span>
        </header>
        <DataTable columns={["Position", { label: "Designs", as: "number" }, "Residues"]}>
          {positions.slice(0, MAX_POSITIONS).map(({ site, designs: count, residues }) => (
            <tr key={site}>
              <th scope="row">{site}</th>
              <td class="number">
                <meter min={0} max={designs.length} value={count} aria-hidden="true" /> {formatNumber(count)}
              </td>
              <td class="mono">{residues.map((one) => `${one.residue} ${one.designs}`).join("  ")}</td>
            </tr>
          ))}
        </DataTable>
      </section>
    </div>
  );
}
