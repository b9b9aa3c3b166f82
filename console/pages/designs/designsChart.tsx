import type { OrderRow } from "#client/orderList/orderRows.ts";
import { useWorkspace } from "../../lab.ts";
import type { ScatterChart } from "../../plots/chart.ts";
import { ChartView } from "../../plots/chartView.tsx";
import { variantPath } from "../../plots/variantPath.ts";
import type { Measured } from "./measuredDesigns.ts";

interface DesignsChartProps {
  order: readonly OrderRow[];
  measured: ReadonlyMap<string, Measured>;
  assay: string;
}

/** Chart of predicted against measured values of designs; renders nothing without measurements. */
export function DesignsChart({ order, measured, assay }: DesignsChartProps) {
  const workspace = useWorkspace();
  const points = order.flatMap(({ name, kind, sequence, predictions }) => {
    const measurement = measured.get(sequence)?.get(assay);
    const predicted = predictions.find((prediction) => prediction.assay === assay);
    if (!measurement || !predicted) return [];
    const group = kind === "design" ? "design" : "control";
    return [{ x: predicted.mean, y: measurement.mean, name, group, href: variantPath(workspace, sequence) }];
  });
  if (points.length === 0) return null;
  const chart: ScatterChart = {
    kind: "scatter",
    x: `${assay}, predicted`,
    y: `${assay}, measured`,
    points,
    guide: "diagonal",
  };
  return (
    <ChartView
      title={`${assay}: designs, predicted and measured`}
      chart={chart}
      note="Points on the dashed line are measured as predicted; points above it are higher."
    />
  );
}
