import { useMemo } from "preact/hooks";
import type { Design } from "#client/orderList/design.ts";
import type { Numbering } from "#shared/domain/mutations/numbering.ts";
import { useWorkspace } from "../../../lab.ts";
import { DataTable } from "../../../parts/dataTable.tsx";
import { formatNumber, plural } from "../../../parts/format.ts";
import type { ScatterChart } from "../../../plots/chart.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { variantPath } from "../../../plots/variantPath.ts";
import { writeChanges } from "../../variant/writeChanges.ts";
import { changedPositions } from "./changedPositions.ts";

/** Maximum number of positions that are listed. */
const MAX_POSITIONS = 12;

interface DesignFindingsProps {
  designs: readonly Design[];
  numbering: Numbering;
}

/** Designs at a glance: their predictions as a chart, and the positions that they change. */
export function DesignFindings({ designs, numbering }: DesignFindingsProps) {
  const workspace = useWorkspace();
  const chart = useMemo(
    () => chartOf(designs, numbering, (sequence) => variantPath(workspace, sequence)),
    [designs, numbering],
  );
  const positions = useMemo(() => changedPositions(designs, numbering), [designs, numbering]);
  return (
    <div class="chart-pair">
      {chart && <ChartView title="Predictions of the designs" chart={chart} />}
      <section class="card scroll" aria-labelledby="changed-positions">
        <header>
          <h2 id="changed-positions">Positions that the designs change</h2>
          <span class="small muted">
            {plural(positions.length, "position")} in {plural(designs.length, "design")}
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

/** Returns a chart of two predicted assays, or of the one by rank; null without predictions. */
function chartOf(
  designs: readonly Design[],
  numbering: Numbering,
  pathOf: (sequence: string) => string,
): ScatterChart | null {
  const [first, second] = designs[0]?.predictions.map(({ assay }) => assay) ?? [];
  if (first === undefined) return null;
  const meanOf = ({ predictions }: Design, assay: string) =>
    predictions.find((prediction) => prediction.assay === assay)?.mean ?? Number.NaN;
  const points = designs.map((design) => {
    const { sequence, parent, rank, isToLearn } = design;
    const mutations = sequence.length === parent.length ? writeChanges(sequence, parent, numbering) : [];
    return {
      x: second === undefined ? rank : meanOf(design, first),
      y: meanOf(design, second ?? first),
      name: `${rank}. ${mutations.join(" ")}`,
      group: isToLearn === null ? null : isToLearn ? "to learn from" : "expected to be best",
      href: pathOf(sequence),
    };
  });
  return {
    kind: "scatter",
    x: second === undefined ? "rank" : `${first}, predicted`,
    y: `${second ?? first}, predicted`,
    points: points.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)),
    guide: second === undefined ? "none" : "front",
  };
}
