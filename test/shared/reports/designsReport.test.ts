import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { type DesignsReportInput, designsReport } from "#shared/reports/designsReport.ts";
import { Report } from "#shared/reports/report.ts";
import { reportHtml } from "#shared/reports/reportHtml.ts";

const input: DesignsReportInput = {
  title: "Designs",
  template: "ACDEFGHIKL",
  assays: [{ assay_id: "activity", name: "Activity", unit: "U/mg", scale_type: "MULTIPLICATIVE" }],
  templatePredictions: [{ mean: 5, sd: 1 }],
  wanted: 4,
  designs: [
    { sequence: "WCDEFGHIKL", predictions: [{ mean: 9, sd: 1 }], log_likelihood: -3 },
    { sequence: "WCDEFGHIKW", predictions: [{ mean: 8, sd: 2 }], log_likelihood: -4 },
    {
      sequence: "ACDYYYHIKL",
      predictions: [null],
      log_likelihood: -5,
      note: "fails the constraint on Activity",
    },
  ],
};

function section(report: Report, title: string): Report["sections"][number] {
  const found = report.sections.find((one) => one.title === title);
  if (!found) throw new Error(`There is no section "${title}".`);
  return found;
}

function barsOf(report: Report, title: string): unknown {
  const { chart } = section(report, title);
  if (chart?.kind !== "bars") throw new Error(`The section "${title}" has no bars.`);
  return chart.data.filter(({ count }) => count > 0).map(({ label, count }) => [label, count]);
}

describe("the report of designs", () => {
  it("designs whose chains have other lengths are aligned before their distance is counted", () => {
    // The first residue of one chain moves to the other: a deletion and an insertion.
    const sequences = ["ACDEFGHIKL/MNPQRSTVWY", "CDEFGHIKL/AMNPQRSTVWY"];
    const designs = sequences.map((sequence) => ({
      sequence,
      predictions: [{ mean: 9, sd: 1 }],
      log_likelihood: -3,
    }));
    const report = designsReport({ ...input, template: "ACDEFGHIKL/MNPQRSTVWY", designs });
    expect(barsOf(report, "Diversity of the designs")).toEqual([["2", 1]]);
  });

  it("each design is listed with its mutations and predictions", () => {
    const report = designsReport(input);
    expect(section(report, "Designs").table!.rows).toEqual([
      [1, "A1W", 1, 9, 1, -3, null],
      [2, "A1W L10W", 2, 8, 2, -4, null],
      [3, "E4Y F5Y G6Y", 3, null, null, -5, "fails the constraint on Activity"],
    ]);
    expect(report.summary).toContain("3 designs of the 4 requested. They have 1 to 3 mutations");
    expect(report.figures).toMatchObject({ designs: 3, wanted: 4, best_predicted_mean: [9] });
  });

  it("insertions are named where changes are counted, and no number of changes is given for unaligned designs", () => {
    const skipped = designsReport({ ...input, designs: [{ sequence: "WCDEFGGSHIKL" }], assays: [] });
    expect(section(skipped, "Where the designs are mutated").text).toContain(
      "Insertions are not in the table; 1 design has them.",
    );
    expect(section(designsReport(input), "Where the designs are mutated").text).not.toContain("Insertions");
    const template = "ACDEFGHIKL".repeat(1_300);
    const long = designsReport({
      ...input,
      template,
      assays: [],
      designs: [{ sequence: `W${template.slice(1)}` }, { sequence: "WY".repeat(6_499) }],
    });
    expect(long.summary).toContain("They have 1 mutation relative to the template");
    expect(barsOf(long, "Mutations per design")).toEqual([["1", 1]]);
    expect(long.figures).toMatchObject({ fewest_mutations: 1, most_mutations: 1 });
    expect(section(long, "Diversity of the designs").text).toContain(
      "1 design would take too long to align.",
    );
  });

  it("the report compares predictions with the template, and explains exploratory designs", () => {
    const summaryFor = (direction: "MAXIMIZE" | "MINIMIZE", template: number): string =>
      designsReport({
        ...input,
        assays: [
          { assay_id: "tm", name: "Melting point", unit: "°C", scale_type: "ADDITIVE" },
          ...input.assays,
        ],
        objective: { assay_id: "activity", direction },
        templatePredictions: [
          { mean: 60, sd: 1 },
          { mean: template, sd: 1 },
        ],
        designs: input.designs.map((design) => ({
          ...design,
          predictions: [{ mean: 50, sd: 1 }, ...(design.predictions ?? [])],
        })),
      }).summary;
    const expected = "Predicted Activity: 9.00 U/mg for the first design, 8.50 U/mg for the template.";
    const worse = "For 1 of the 3 designs the prediction is worse than for the template";
    expect(summaryFor("MAXIMIZE", 8.5)).toContain(`${expected} ${worse}`);
    expect(summaryFor("MINIMIZE", 8.5)).toContain(`${expected} ${worse}`);
    expect(summaryFor("MAXIMIZE", 5)).not.toContain("worse");
    expect(summaryFor("MINIMIZE", 5)).toContain("For 2 of the 3 designs");
    expect(designsReport({ ...input, templatePredictions: [{ mean: 8.5, sd: 1 }] }).summary).not.toContain(
      "worse",
    );
  });

  it("the report shows mutated positions and the diversity of designs", () => {
    const report = designsReport(input);
    expect(barsOf(report, "Mutations per design")).toEqual([
      ["1", 1],
      ["2", 1],
      ["3", 1],
    ]);
    expect(barsOf(report, "Diversity of the designs")).toEqual([
      ["1", 1],
      ["4", 1],
    ]);
    expect(section(report, "Where the designs are mutated").table!.rows[0]).toEqual(["A1W", 2, 2 / 3]);
  });

  it("a report without designs or predictions, or with the template itself, is valid", async () => {
    const designs = [[], [{ sequence: "ACDEFGHIKL" }], [{ sequence: "ACDEFGHIKL" }, { sequence: "ACDE" }]];
    for (const some of designs) {
      const report = designsReport({ ...input, designs: some, remarks: ["Nothing was left."] });
      expect(v.parse(Report, JSON.parse(JSON.stringify(report)))).toEqual(report);
      expect(reportHtml(report)).not.toMatch(/NaN|undefined/);
    }
  });
});
