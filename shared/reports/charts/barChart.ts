import type { Bar, BarChart, ChartLabels } from "./chart.ts";

/** Charts counts of labeled groups in the order given. */
export function barChart(data: readonly Bar[], { title, x, y }: ChartLabels): BarChart {
  const description = `${title}: ${y.toLowerCase()} by ${x.toLowerCase()}.`;
  return { id: "bars", kind: "bars", title, description, labels: { x, y }, data };
}
