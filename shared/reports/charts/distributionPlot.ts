import { histogram } from "@pdp/basics/statistics";
import type { DistributionChart, MarkedValue } from "./chart.ts";

export interface DistributionPanel {
  /** Label of the values, with their unit. */
  axis: string;
  /** Values in ascending order, without NaN. */
  sorted: Float64Array;
  marked?: readonly MarkedValue[];
}

const MAX_MARKED = 40;

/** Charts histograms side by side, such as those of an assay on its raw and transformed scales. */
export function distributionPlot(title: string, panels: readonly DistributionPanel[]): DistributionChart {
  return {
    id: "distribution",
    kind: "distribution",
    title,
    description: `${title}: number of values in each range.`,
    labels: { y: "Values" },
    data: panels.map(({ axis, sorted, marked = [] }) => {
      const { bins, beyond } = histogram(sorted);
      const shown = marked.filter(({ value }) => Number.isFinite(value)).slice(0, MAX_MARKED);
      return {
        x: beyond > 0 ? `${axis} – ${beyond} far outside not shown` : axis,
        bins,
        marked: shown.filter(({ value }) => isNear(value, bins)),
      };
    }),
  };
}

function isNear(value: number, bins: readonly { from: number; to: number }[]): boolean {
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return true;
  const room = 0.2 * (last.to - first.from);
  return value >= first.from - room && value <= last.to + room;
}
