import { describe, expect, it } from "vitest";
import type { Report } from "#shared/reports/report.ts";
import { trainReport } from "./trainedReport.ts";

function textOf(report: Report, title: string): string {
  return report.sections.find((one) => one.title === title)?.text ?? "";
}

describe("the report of a training run", () => {
  it("the report states which assays can be design goals, and what to do about the others", async () => {
    const report = await trainReport({ name: "Activity", rows: 110, homologs: false });
    expect(report.figures.usable).toEqual([true, true, false, false]);
    const next = textOf(report, "What to do next");
    expect(next).toContain("with these models, using Activity or Activity in ranks as the objective");
    expect(next).toContain("Do not design for Activity shuffled, either");
    expect(next).toContain("Measure designs without an objective (diversify) to learn more about it.");
    expect(next).toContain("Activity hardly measured: measure more variants before you design for it");
    expect(report.summary).toContain("Activity hardly measured: omitted, no model could be trained.");
    expect(textOf(report, "Which sequences are plausible")).toContain("no homologs were provided");
  });

  it("predictions are shown in the assay's unit, or its common logarithm", async () => {
    const { sections } = await trainReport({ name: "Activity", rows: 60, homologs: true });
    const axes = sections.flatMap(({ chart }) => (chart?.kind === "parity" ? [chart.labels.x] : []));
    expect(axes).toEqual([
      expect.stringMatching(/^Observed log₁₀ \(Activity \+ 0\.\d+, Activity\)$/),
      "Observed Activity in ranks (normal score of its rank)",
      "Observed Activity shuffled (U/mg)",
    ]);
  });

  it("the report counts the sampler's homologs, and explains exclusions", async () => {
    const report = await trainReport({ name: "Activity", rows: 24, homologs: true });
    const text = textOf(report, "Which sequences are plausible");
    expect(text).toMatch(/It is based on \d+ homologs, equivalent to \d+ independent sequences/);
    expect(text).toContain("Omitted: 1 row repeated.");
  });
});
