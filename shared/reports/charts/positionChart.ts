import { chainsOf, FROM_ONE } from "@pdp/basics/proteins";
import { labelOf, type PositionChart } from "./chart.ts";

export interface PositionPanel {
  /** Label of the counts. */
  name: string;
  /** One count per position. */
  counts: ArrayLike<number>;
}

/** Charts counts along a sequence, one panel below the other. */
export function positionChart(
  title: string,
  reference: string,
  panels: readonly PositionPanel[],
  numbering = FROM_ONE,
): PositionChart {
  return {
    id: "positions",
    kind: "positions",
    title,
    description: `${title}, for each position of the reference.`,
    labels: { x: positionTitle(reference) },
    range: [numbering.positionAt(0), numbering.positionAt(reference.length - 1)],
    data: panels.map(({ name, counts }) => ({
      y: name,
      counts: Array.from(counts, (count, at) => ({
        label: labelOf(at, reference, numbering),
        position: numbering.positionAt(at),
        count,
      })).filter(({ count }) => count > 0),
    })),
  };
}

function positionTitle(reference: string): string {
  const [first, second] = chainsOf(reference);
  if (!second) return "Position in the reference";
  return `Position in the reference (heavy chain to ${first?.end}, light chain from ${second.start + 1})`;
}
