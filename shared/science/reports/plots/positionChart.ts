import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface PositionPanel {
  /** What is counted. */
  name: string;
  /** One number a position. */
  counts: ArrayLike<number>;
}

/** Counts along a sequence, panel below panel. Positions count from 1. */
export function positionChart(title: string, reference: string, panels: readonly PositionPanel[]): Plot {
  const x = {
    field: "from",
    type: "quantitative",
    bin: "binned",
    scale: { domain: [0.5, reference.length + 0.5], nice: false },
    axis: { tickCount: 12, tickMinStep: 1, grid: false },
  };
  return plot(title, `${title}, for each position of the reference.`, {
    spacing: 12,
    vconcat: panels.map(({ name, counts }, index) => ({
      width: PLOT_WIDTH,
      height: 110,
      data: { values: barsOf(counts, reference) },
      mark: { type: "bar", aria: true, binSpacing: 0, color: COLOURS.main },
      encoding: {
        x: { ...x, title: index === panels.length - 1 ? "Position in the reference" : null },
        x2: { field: "to" },
        y: { field: "count", type: "quantitative", title: name, axis: { tickCount: 4, tickMinStep: 1 } },
        ...NOTE,
      },
    })),
  });
}

function barsOf(counts: ArrayLike<number>, reference: string): Record<string, unknown>[] {
  return Array.from(counts, (count, index) => ({
    from: index + 0.55,
    to: index + 1.45,
    count,
    note: `${reference[index] ?? ""}${index + 1}: ${count}`,
  })).filter(({ count }) => count > 0);
}
