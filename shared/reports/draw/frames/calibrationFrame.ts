import { dot, line } from "@observablehq/plot";
import { formatShare } from "@pdp/basics/wording";
import type { CalibrationChart, Coverage } from "../../charts/chart.ts";
import { COLORS } from "../colors.ts";
import type { Frame } from "../frame.ts";
import { valueAxis } from "../layout.ts";
import { diagonal } from "../lines.ts";

const SIZE = 320;

/** Draws observed against expected shares, with a dashed line where they are equal. */
export function calibrationFrame({ data, labels }: CalibrationChart): Frame {
  const shares = { domain: [0, 1], nice: false, tickFormat: formatShare };
  const channels = { x: "expected", y: "observed" } as const;
  return {
    width: SIZE,
    height: SIZE,
    x: valueAxis(labels.x, shares),
    y: valueAxis(labels.y, shares),
    marks: [
      diagonal([0, 1]),
      line(data, { ...channels, stroke: COLORS.main, strokeWidth: 2 }),
      dot(data, {
        ...{ ...channels, fill: COLORS.main, r: 4 },
        title: ({ expected, observed }: Coverage) =>
          `of ${formatShare(expected)} expected: ${formatShare(observed)}`,
      }),
    ],
  };
}
