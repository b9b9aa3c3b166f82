import type { Numbering } from "@pdp/basics/proteins";
import { useMemo, useState } from "preact/hooks";
import type { Design } from "#client/orderList/design.ts";
import { useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { Select } from "../../../parts/form.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import type { Better, LogoScale } from "../../../plots/chart.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { variantPath } from "../../../plots/variantPath.ts";
import { type Alignment, alignDesigns } from "./alignDesigns.ts";
import { changedPositions } from "./changedPositions.ts";
import { DesignsAlignment } from "./designsAlignment.tsx";
import { logoOfDesigns } from "./logoOfDesigns.ts";
import { predictionsChart } from "./predictionsChart.ts";

/** Maximum number of positions listed. */
const MAX_POSITIONS = 12;

const SCALES = { share: "share of designs", bits: "information (bits)" } as const;

interface DesignFindingsProps {
  /** Designs; their mutations use `numbering`. */
  designs: readonly Design[];
  numbering: Numbering;
  /** Direction of improvement that the task aimed for in each assay. */
  goals: ReadonlyMap<string, Better>;
}

/**
 * Overview of the designs: their predictions as a chart, the positions that they change, and their residues there as a logo and
 * as an alignment.
 */
export function DesignFindings({ designs, numbering, goals }: DesignFindingsProps) {
  const workspace = useWorkspace();
  const chart = useMemo(
    () => predictionsChart(designs, (sequence) => variantPath(workspace, sequence), goals),
    [designs, goals],
  );
  const alignment = useMemo(() => alignDesigns(designs, numbering), [designs, numbering]);
  const positions = useMemo(() => changedPositions(alignment), [alignment]);
  const { changedSites, leftOut } = alignment;
  return (
    <>
      <div class="chart-pair">
        {chart && <ChartView title="Predictions of the designs" chart={chart} />}
        <section class="card scroll" aria-labelledby="changed-positions">
          <header>
            <h2 id="changed-positions">Positions that the designs change</h2>
            <span class="small muted">
              {plural(changedSites, "position")} in {plural(alignment.designs.length, "design")}
              {leftOut > 0 && `, without ${plural(leftOut, "design")} of templates with a different length`}
            </span>
          </header>
          <DataTable columns={["Position", { label: "Designs", as: "number" }, "Residues"]}>
            {positions.slice(0, MAX_POSITIONS).map(({ site, designs: count, residues }) => (
              <tr key={site}>
                <th scope="row">{site}</th>
                <td class="number">
                  <meter min={0} max={designs.length} value={count} aria-hidden="true" />{" "}
                  {formatNumber(count)}
                </td>
                <td class="mono">
                  {residues.map(({ residue, designs }) => `${residue} ${designs}`).join("  ")}
                </td>
              </tr>
            ))}
          </DataTable>
        </section>
      </div>
      <DesignsLogo alignment={alignment} />
      <DesignsAlignment alignment={alignment} />
    </>
  );
}

/** Sequence logo of the designs, by share or by information content. */
function DesignsLogo({ alignment }: { alignment: Alignment }) {
  const [scale, setScale] = useState<LogoScale>("share");
  const chart = useMemo(() => logoOfDesigns(alignment, scale), [alignment, scale]);
  if (chart.sites.length === 0) return null;
  return (
    <ChartView
      title="Residues of the designs"
      chart={chart}
      note="Letters in gray are the template's residues."
      actions={
        <span class="row">
          <label for="logo-scale">Height</label>
          <Select id="logo-scale" value={scale} options={SCALES} onChange={setScale} />
        </span>
      }
    />
  );
}
