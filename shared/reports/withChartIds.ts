import type { Report } from "./report.ts";

/** Gives each chart of a report its own id: its kind, with a number from the second of a kind on. */
export function withChartIds(report: Report): Report {
  const counts = new Map<string, number>();
  const sections = report.sections.map((section) => {
    const { chart } = section;
    if (!chart) return section;
    const count = (counts.get(chart.kind) ?? 0) + 1;
    counts.set(chart.kind, count);
    return { ...section, chart: { ...chart, id: count === 1 ? chart.kind : `${chart.kind}-${count}` } };
  });
  return { ...report, sections };
}
