import { describe, expect, it } from "vitest";
import { reportHeadline } from "#shared/reports/reportHeadline.ts";

const report = {
  title: "Analysis",
  summary: "All is well.",
  sections: [],
  figures: { rows: 3, assay_ids: ["a"] },
};

describe("the headline of a report", () => {
  it("a headline contains title, summary and figures", () => {
    expect(reportHeadline(report)).toEqual({
      title: "Analysis",
      summary: "All is well.",
      figures: report.figures,
    });
  });

  it("if the headline is too large, the last figures are omitted and listed by name", () => {
    const figures = { rows: 3, names: Array.from({ length: 32 }, () => "蛋".repeat(200)), other: [1, 2] };
    const headline = reportHeadline({ ...report, figures });
    expect(headline.figures).toEqual({ rows: 3, left_out: ["names", "other"] });
  });

  it("a headline is always below 16 KiB", () => {
    const text = "\u0001".repeat(20_000);
    const headline = reportHeadline({ title: text, summary: text, sections: [], figures: { [text]: text } });
    expect(Buffer.byteLength(JSON.stringify(headline))).toBeLessThan(16 * 1024);
  });
});
