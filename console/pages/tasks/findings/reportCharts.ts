import { formatNumber } from "../../../parts/format.ts";
import type { Chart } from "../../../plots/chart.ts";

/** Chart from a report, with the assay that it shows. */
export interface ReportChart {
  title: string;
  chart: Chart;
  note: string;
}

/** Section of a report, as in its JSON. */
interface Section {
  group?: string;
  plot?: PlotLayer & { title: string | string[]; usermeta?: { kind?: string }; layer?: PlotLayer[] };
}

/** Layer of a Vega-Lite specification. */
interface PlotLayer {
  data?: { values: Record<string, number>[] };
  mark?: { type: string };
  encoding?: Partial<Record<"x" | "y", { field: string; title?: string | string[] }>>;
}

/** Maximum number of charts: two for each of three assays. */
const MAX_CHARTS = 6;

/**
 * Returns the main charts of a training run's report: for each assay, predictions against measurements, and the learning
 * curve.
 */
export function reportCharts(sections: readonly unknown[]): ReportChart[] {
  return (sections as readonly Section[])
    .flatMap(({ group = "", plot }) => {
      if (!plot) return [];
      const kind = kindOf(plot);
      if (kind === "parity") return parityOf(group, plot);
      return kind === "learning" ? learningOf(group, plot) : [];
    })
    .slice(0, MAX_CHARTS);
}

type ReportPlot = NonNullable<Section["plot"]>;

/** Returns what a plot shows; plots of earlier versions only have a title. */
function kindOf({ usermeta, title }: ReportPlot): string | undefined {
  const words = wordsOf(title);
  if (words.startsWith("Cross-validation: predicted against observed")) return "parity";
  return usermeta?.kind ?? (words === "Learning curve" ? "learning" : undefined);
}

function parityOf(group: string, plot: ReportPlot): ReportChart[] {
  const found = pointsOf(plot, "point");
  if (found === null) return [];
  const chart: Chart = {
    kind: "scatter",
    x: found.x,
    y: found.y,
    points: found.values.map(([x, y]) => ({ x, y, name: "variant", group: null, href: null })),
    guide: "diagonal",
  };
  const note =
    "Each point is a variant that the model was not trained on; points on the dashed line are predicted exactly.";
  return [{ title: `${group}: predicted against measured`, chart, note }];
}

function learningOf(group: string, plot: ReportPlot): ReportChart[] {
  const found = pointsOf(plot, "line");
  // A single point is not a curve, and the figures above the charts contain its value.
  if (found === null || found.values.length < 2) return [];
  const chart: Chart = {
    kind: "curve",
    x: found.x,
    y: "Rank correlation",
    steps: found.values.map(([rows]) => formatNumber(rows)),
    series: [{ name: "Rank correlation", values: found.values.map(([, value]) => value) }],
    baseline: null,
    isFromZero: true,
  };
  const note = "If the curve is still rising at its end, more measurements will improve the model.";
  return [{ title: `${group}: would more measurements help?`, chart, note }];
}

/** Returns the values of the layer with a given mark, and its axis titles; null if that layer does not exist. */
function pointsOf({ data, layer = [] }: ReportPlot, mark: string) {
  const found = layer.find((one) => one.mark?.type === mark);
  const [x, y] = [found?.encoding?.x, found?.encoding?.y];
  const rows = found?.data?.values ?? data?.values;
  if (!x || !y || !rows || rows.length === 0) return null;
  const values = rows.map((row): [number, number] => [
    row[x.field] ?? Number.NaN,
    row[y.field] ?? Number.NaN,
  ]);
  return { x: wordsOf(x.title ?? x.field), y: wordsOf(y.title ?? y.field), values };
}

function wordsOf(title: string | string[]): string {
  return typeof title === "string" ? title : title.join(" ");
}
