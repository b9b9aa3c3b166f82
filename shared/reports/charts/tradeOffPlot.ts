import type { ChartLabels, TradeOffChart, TradeOffPoint } from "./chart.ts";

/** Charts designs by two predicted values; designs not beaten in both by any other design have a separate color. */
export function tradeOffPlot(data: readonly TradeOffPoint[], { title, x, y }: ChartLabels): TradeOffChart {
  return {
    id: "trade-off",
    kind: "trade-off",
    title,
    description: `${title}: predicted means of each design; colors distinguish the best trade-offs, the template and the others.`,
    labels: { x, y },
    data,
  };
}
