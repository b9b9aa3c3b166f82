/** Values and axis titles of a chart in a report. */
export interface ReportPoints {
  kind: "parity" | "learning";
  x: string;
  y: string;
  values: readonly (readonly [number, number])[];
}

/** Plot in a report of an earlier version: a Vega-Lite specification. */
export interface EarlierPlot extends PlotLayer {
  title: string | string[];
  usermeta?: { kind?: string };
  layer?: PlotLayer[];
}

interface PlotLayer {
  data?: { values: Record<string, number>[] };
  mark?: { type: string };
  encoding?: Partial<Record<"x" | "y", { field: string; title?: string | string[] }>>;
}

/** Mark of the layer that contains the values. */
const MARKS = { parity: "point", learning: "line" } as const;

/** Reads a plot of an earlier version; null if it shows something else. */
export function readEarlierPlot(plot: EarlierPlot): ReportPoints | null {
  const kind = kindOf(plot);
  if (kind !== "parity" && kind !== "learning") return null;
  const { data, layer = [] } = plot;
  const plotLayer = layer.find((candidate) => candidate.mark?.type === MARKS[kind]);
  const [x, y] = [plotLayer?.encoding?.x, plotLayer?.encoding?.y];
  const rows = plotLayer?.data?.values ?? data?.values ?? [];
  if (!x || !y) return null;
  const values = rows.map((row) => [row[x.field] ?? Number.NaN, row[y.field] ?? Number.NaN] as const);
  return { kind, x: wordsOf(x.title ?? x.field), y: wordsOf(y.title ?? y.field), values };
}

/** Returns what a plot shows; before the kinds, plots only had a title. */
function kindOf({ usermeta, title }: EarlierPlot): string | undefined {
  const words = wordsOf(title);
  if (words.startsWith("Cross-validation: predicted against observed")) return "parity";
  return usermeta?.kind ?? (words === "Learning curve" ? "learning" : undefined);
}

function wordsOf(title: string | string[]): string {
  return typeof title === "string" ? title : title.join(" ");
}
