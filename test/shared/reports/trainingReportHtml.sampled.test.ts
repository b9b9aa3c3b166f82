import { expect, it } from "vitest";
import { trainReport } from "#test/shared/tasks/trainedReport.ts";
import { sampled } from "#test/support/byNight.ts";
import { describeReportPage, expectNoFlaws, expectPlainText, HOSTILE } from "#test/support/reportPage.ts";

const longName = [
  "a name of 200 letters",
  { name: "蛋白 activity ".repeat(16), rows: 40, homologs: true },
] as const;
const REPORTS = [
  ["many rows", { name: "Activity", rows: 110, homologs: false }],
  ["few rows, with homologs", { name: "Activity", rows: 24, homologs: true }],
  longName,
] as const;

describeReportPage("the page of a training run's report", (shown) => {
  it.each(sampled(REPORTS, [longName]))(
    "the page of %s has no visible flaw at any width and loads nothing",
    async (_, input) => {
      await expectNoFlaws(shown(), await trainReport(input), [1280, 800, 380]);
      expect(await shown().page.locator("figure").count()).toBeGreaterThan(3);
    },
  );

  it("names that look like markup are shown as text", async () => {
    await expectPlainText(shown(), await trainReport({ name: HOSTILE, rows: 40, homologs: false }));
  });
});
