import type { RoundGain } from "#client/rounds/roundGains.ts";
import { ChartView } from "../../../plots/chartView.tsx";
import { gainSentence } from "./gainSentence.ts";

interface GainsChartProps {
  gains: readonly RoundGain[];
  /** Name and unit of the assay. */
  name: string;
  unit: string | null;
}

/** How much each round improved on everything measured before, with 95 % intervals; nothing before the second round. */
export function GainsChart({ gains, name, unit }: GainsChartProps) {
  const later = gains.filter(({ gain }) => gain !== null);
  if (later.length === 0) return null;
  return (
    <ChartView
      title={`Improvement of ${name} by round`}
      chart={{
        kind: "curve",
        x: "round",
        y: unit === null ? "improvement" : `improvement (${unit})`,
        steps: later.map((step) => step.name),
        series: [
          {
            name: "Best of the round minus best before",
            values: later.map(({ gain }) => gain),
            intervals: later.map(({ interval }) => interval),
          },
        ],
        baseline: { name: "no improvement", value: 0 },
        isFromZero: true,
      }}
      note={later.map((step) => gainSentence(step, unit)).join(" ")}
    />
  );
}
