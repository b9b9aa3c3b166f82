import { rectY, ruleX, ruleY } from "@observablehq/plot";
import type { HistogramBin } from "@pdp/basics/statistics";
import { formatCount } from "@pdp/basics/wording";
import type { DistributionChart, MarkedValue } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Drawing } from "../drawing.ts";
import type { Frame } from "../frame.ts";
import { countAxis, PLOT_WIDTH, valueAxis } from "../layout.ts";
import { swatchLegend } from "../legends.ts";

const GAP = 60;
/** Color and dashes of the lines at familiar values. */
const LINES = {
  reference: { color: COLORS.accent, dashes: "1 0" },
  control: { color: COLORS.second, dashes: "4 3" },
} as const;
const KINDS = ["reference", "control"] as const;

/** Draws histograms side by side, with lines at familiar values. */
export function distributionFrames({ data, labels }: DistributionChart): Drawing {
  const width = data.length > 1 ? (PLOT_WIDTH - GAP) / 2 : PLOT_WIDTH;
  const kinds = KINDS.filter((kind) =>
    data.some(({ marked }) => marked.some((value) => value.kind === kind)),
  );
  const swatches = kinds.map((kind) => ({ label: kind, ...LINES[kind] }));
  return {
    frames: data.map((panel) => panelFrame(panel, labels.y, width)),
    isInRow: true,
    legend: swatches.length === 0 ? undefined : swatchLegend(swatches),
  };
}

function panelFrame({ x, bins, marked }: DistributionChart["data"][number], y: string, width: number): Frame {
  const lines = KINDS.map((kind) =>
    ruleX(
      marked.filter((value) => value.kind === kind),
      {
        ...{ x: "value", stroke: LINES[kind].color, strokeDasharray: LINES[kind].dashes, strokeWidth: 2 },
        title: ({ label }: MarkedValue) => label,
      },
    ),
  );
  return {
    width,
    height: 180,
    x: valueAxis(x, { ticks: Math.round(width / 70), nice: false, grid: false }),
    y: countAxis(
      y,
      bins.map(({ count }) => count),
    ),
    marks: [
      rectY(bins, {
        ...{ x1: "from", x2: "to", y: "count", fill: COLORS.main, insetLeft: 0.25, insetRight: 0.25 },
        title: ({ from, to, count }: HistogramBin) => `${formatCount(count, "value")} from ${from} to ${to}`,
      }),
      ruleY([0], { strokeOpacity: 0.5 }),
      ...lines,
    ],
  };
}
