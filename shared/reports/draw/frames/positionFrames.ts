import { barY, rectY, ruleY } from "@observablehq/plot";
import type { PositionChart, PositionCount } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Axis, Frame } from "../frame.ts";
import { countAxis, nameAxis, PLOT_WIDTH, valueAxis, wholeNumber } from "../layout.ts";

/** Maximum number of positions with counts for which a chart omits the empty positions between them. */
const FEW = 24;
const FEW_STEP = 26;

/** Draws counts along a sequence, one panel below the other. */
export function positionFrames({ range: [first, last], data, labels }: PositionChart): Frame[] {
  const counted = new Map(
    data.flatMap(({ counts }) => counts.map(({ position, label }) => [position, label] as const)),
  );
  const isFew = counted.size <= FEW && counted.size < (last - first + 1) / 2;
  const names = [...counted].sort(([a], [b]) => a - b).map(([, label]) => label);
  return data.map(({ y, counts }, index) => {
    const title = ({ label, count }: PositionCount): string => `${label}: ${count}`;
    const label = index === data.length - 1 ? labels.x : null;
    const look = { y: "count", fill: COLORS.main, title } as const;
    const bars = isFew
      ? barY(counts, { ...look, x: "label" })
      : rectY(counts, {
          ...look,
          x1: ({ position }: PositionCount) => position - 0.45,
          x2: ({ position }: PositionCount) => position + 0.45,
        });
    return {
      width: isFew ? FEW_STEP * Math.max(1, names.length) : PLOT_WIDTH,
      height: 110,
      x: isFew ? fewAxis(label, names) : wholeAxis(label, first, last),
      y: countAxis(
        y,
        counts.map(({ count }) => count),
        4,
      ),
      marks: [bars, ruleY([0], { strokeOpacity: 0.5 })],
    };
  });
}

function fewAxis(label: string | null, names: readonly string[]): Axis {
  return nameAxis(label, names, names.some(({ length }) => length > 3) ? -90 : 0);
}

function wholeAxis(label: string | null, first: number, last: number): Axis {
  const axis = {
    domain: [first - 0.5, last + 0.5],
    nice: false,
    grid: false,
    ticks: 12,
    tickFormat: wholeNumber,
  };
  return { ...valueAxis("", axis), label };
}
