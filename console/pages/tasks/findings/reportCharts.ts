import type { Chart as StoredChart } from "#shared/reports/charts/chart.ts";
import { formatNumber } from "../../../parts/format.ts";
import type { Chart } from "../../../plots/chart.ts";
import { type EarlierPlot, type ReportPoints, readEarlierPlot } from "./earlierPlots.ts";

/** Chart from a report, with the assay that it shows. */
export interface ReportChart {
  title: string;
  chart: Chart;
  note: string;
}

/** Section of a report, as in its JSON. */
interface Section {
  group?: string;
  chart?: StoredChart;
  plot?: EarlierPlot;
}

/** Maximum number of charts: two for each of three assays. */
const MAX_CHARTS = 6;

/**
 * Returns the main charts of a training run's report: for each assay, predictions against measurements, and the learning
 * curve.
 */
export function reportCharts(sections: readonly unknown[]): ReportChart[] {
  return (sections as readonly Section[])
    .flatMap((section) => {
      const points = pointsOf(section);
      if (points === null) return [];
      const { group = "" } = section;
      return points.kind === "parity" ? parityOf(group, points) : learningOf(group, points);
    })
    .slice(0, MAX_CHARTS);
}

/** Returns the values of a chart that is shown; null for other charts. */
function pointsOf({ chart, plot }: Section): ReportPoints | null {
  if (plot) return readEarlierPlot(plot);
  if (chart?.kind === "parity")
    return { kind: "parity", ...chart.labels, values: chart.data.map(({ x, y }) => [x, y]) };
  if (chart?.kind === "learning")
    return { kind: "learning", ...chart.labels, values: chart.data.map(({ rows, value }) => [rows, value]) };
  return null;
}

function parityOf(group: string, { x, y, values }: ReportPoints): ReportChart[] {
  if (values.length === 0) return [];
  const points = values.map(([x, y]) => ({ x, y, name: "variant", group: null, href: null }));
  const note =
    "Each point is a variant that the model was not trained on; points on the dashed line are predicted exactly.";
  const chart: Chart = { kind: "scatter", x, y, points, guide: "diagonal" };
  return [{ title: `${group}: predicted against measured`, chart, note }];
}

function learningOf(group: string, { x, values }: ReportPoints): ReportChart[] {
  // A single point is not a curve, and the figures above the charts contain its value.
  if (values.length < 2) return [];
  const chart: Chart = {
    kind: "curve",
    x,
    y: "Rank correlation",
    steps: values.map(([rows]) => formatNumber(rows)),
    series: [{ name: "Rank correlation", values: values.map(([, value]) => value) }],
    baseline: null,
    isFromZero: true,
  };
  const note = "If the curve is still rising at its end, more measurements will improve the model.";
  return [{ title: `${group}: would more measurements help?`, chart, note }];
}
