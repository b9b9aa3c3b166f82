import { chainsOf } from "#shared/basics/proteins/chains.ts";
import { FROM_ONE, type Numbering } from "#shared/basics/proteins/numbering.ts";
import { COLOURS } from "../plotTheme.ts";
import type { Plot } from "../report.ts";
import { labelOf, NOTE, PLOT_WIDTH, plot } from "./plot.ts";

export interface PositionPanel {
  /** Label of the counts. */
  name: string;
  /** One count per position. */
  counts: ArrayLike<number>;
}

/** Maximum number of positions with counts for which a chart omits the empty positions between them. */
const FEW = 24;
const FEW_STEP = 26;

/** Draws counts along a sequence, one panel below the other. */
export function positionChart(
  title: string,
  reference: string,
  panels: readonly PositionPanel[],
  numbering = FROM_ONE,
): Plot {
  const all = Array.from(reference, (_, position) => position);
  const counted = all.filter((position) => panels.some(({ counts }) => (counts[position] ?? 0) > 0));
  const isFew = counted.length <= FEW && counted.length < reference.length / 2;
  const axis = isFew ? fewAxis(counted, reference, numbering) : wholeAxis(reference, numbering);
  return plot("positions", title, `${title}, for each position of the reference.`, {
    spacing: 12,
    vconcat: panels.map(({ name, counts }, index) => ({
      width: isFew ? { step: FEW_STEP } : PLOT_WIDTH,
      height: 110,
      data: { values: barsOf(counts, reference, numbering) },
      mark: { type: "bar", aria: true, binSpacing: 0, color: COLOURS.main },
      encoding: {
        ...axis(index === panels.length - 1 ? positionTitle(reference) : null),
        y: { field: "count", type: "quantitative", title: name, axis: { tickCount: 4, tickMinStep: 1 } },
        ...NOTE,
      },
    })),
  });
}

function positionTitle(reference: string): string {
  const [first, second] = chainsOf(reference);
  if (!second) return "Position in the reference";
  return `Position in the reference (heavy chain to ${first?.end}, light chain from ${second.start + 1})`;
}

type Axis = (title: string | null) => Record<string, unknown>;

function fewAxis(positions: readonly number[], reference: string, numbering: Numbering): Axis {
  const labels = positions.map((position) => labelOf(position, reference, numbering));
  const labelAngle = labels.some(({ length }) => length > 3) ? -90 : 0;
  return (title) => ({
    x: {
      field: "label",
      type: "ordinal",
      title,
      scale: { domain: labels },
      axis: { labelAngle, labelOverlap: false, labelFontSize: 10 },
    },
  });
}

function wholeAxis({ length }: string, numbering: Numbering): Axis {
  const [first, last] = [numbering.positionAt(0), numbering.positionAt(length - 1)];
  return (title) => ({
    x: {
      field: "from",
      type: "quantitative",
      bin: "binned",
      title,
      scale: { domain: [first - 0.5, last + 0.5], nice: false },
      axis: { tickCount: 12, tickMinStep: 1, grid: false },
    },
    x2: { field: "to" },
  });
}

function barsOf(
  counts: ArrayLike<number>,
  reference: string,
  numbering: Numbering,
): Record<string, unknown>[] {
  return Array.from(counts, (count, position) => ({
    label: labelOf(position, reference, numbering),
    from: numbering.positionAt(position) - 0.45,
    to: numbering.positionAt(position) + 0.45,
    count,
    note: `${labelOf(position, reference, numbering)}: ${count}`,
  })).filter(({ count }) => count > 0);
}
