import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { trainedReport } from "#test/shared/tasks/trainedReport.ts";
import { hasBrowser } from "#test/support/browser.ts";
import {
  HOSTILE,
  NO_FLAWS,
  NO_INCIDENTS,
  openReportPage,
  type ReportPage,
} from "#test/support/reportPage.ts";

describe.skipIf(!hasBrowser)("the page of a training's report (needs a browser: Linux on x64)", () => {
  let shown: ReportPage;

  beforeAll(async () => {
    shown = await openReportPage();
  });

  afterAll(() => shown?.close());

  it.each([
    ["many rows", { name: "Activity", rows: 110, homologs: false }],
    ["few rows, with homologs", { name: "Activity", rows: 24, homologs: true }],
    ["a name of 200 letters", { name: "蛋白 activity ".repeat(16), rows: 40, homologs: true }],
  ])("of %s has no flaw that a reader would see, wide or narrow, and loads nothing", async (_, input) => {
    const report = await trainedReport(input);
    await shown.show(report);
    for (const width of [1280, 800, 380]) {
      await shown.page.setViewportSize({ width, height: 900 });
      expect(await shown.flaws()).toEqual(NO_FLAWS);
      expect(await shown.page.locator("figure").count()).toBe(
        report.sections.filter(({ plot }) => plot).length,
      );
      expect(await shown.incidents()).toEqual(NO_INCIDENTS);
    }
    expect(await shown.page.locator("figure").count()).toBeGreaterThan(3);
  });

  it("shows names that look like markup as text", async () => {
    await shown.show(await trainedReport({ name: HOSTILE, rows: 40, homologs: false }));
    expect(await shown.page.title()).toBe(HOSTILE);
    expect(await shown.page.locator("h1").textContent()).toBe(HOSTILE);
    expect(await shown.flaws()).toMatchObject({ markup: [], withoutMarks: [], wider: 0 });
    expect(await shown.incidents()).toEqual(NO_INCIDENTS);
  });
});
