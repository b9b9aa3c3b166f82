import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import type { Report } from "#shared/reports/report.ts";
import { reportHtml } from "#shared/reports/reportHtml.ts";
import { hasBrowser, openBrowser } from "./browser.ts";

/** Page flaws that a reader would notice. Figure indices are zero-based. */
interface Flaws {
  /** Number of pixels by which the page is wider than its window. */
  wider: number;
  withoutMarks: number[];
  withoutTitle: number[];
  unlabeledAxes: number[];
  overlappingLabels: string[];
  /** Elements that no report should contain: names that look like markup could create them. */
  markup: string[];
}

const NO_FLAWS: Flaws = {
  wider: 0,
  withoutMarks: [],
  withoutTitle: [],
  unlabeledAxes: [],
  overlappingLabels: [],
  markup: [],
};

const NO_INCIDENTS = { errors: [], requests: [], attacked: false };

/** Name that would have an effect if it were inserted as page markup. */
export const HOSTILE = `</title></svg><script>window.attacked = true</script><img src=x onerror="window.attacked = true">&amp;"'`;

/** Page script that returns `Flaws`. */
const FIND_FLAWS = readFileSync(new URL("./findFlaws.js", import.meta.url), "utf8");
/** URL to which the test itself responds. */
const ADDRESS = "http://report.invalid/";

/** Window of a real browser that shows one report at a time. */
interface ReportPage {
  /** The only page: this browser build exits when the first page is closed. */
  page: Page;
  show(report: Report): Promise<void>;
  flaws(): Promise<Flaws>;
  /** Page errors since the report was shown, and requests for other resources. */
  incidents(): Promise<{ errors: string[]; requests: string[]; attacked: boolean }>;
  close(): Promise<void>;
}

/** Declares page tests in a browser that is opened before the first test and closed after the last. */
export function describeReportPage(title: string, declareTests: (shown: () => ReportPage) => void): void {
  describe.skipIf(!hasBrowser)(`${title} (needs a browser: Linux on x64)`, () => {
    let shown: ReportPage;

    beforeAll(async () => {
      shown = await openReportPage();
    });

    afterAll(() => shown?.close());

    declareTests(() => shown);
  });
}

/** Expects a report page to have all of its plots and tables, and no flaws, in windows of several widths. */
export async function expectNoFlaws(shown: ReportPage, report: Report, widths: number[]): Promise<void> {
  await shown.show(report);
  for (const width of widths) {
    await shown.page.setViewportSize({ width, height: 900 });
    expect(await shown.flaws()).toEqual(NO_FLAWS);
    expect(await shown.page.locator("figure").count()).toBe(
      report.sections.filter(({ chart }) => chart).length,
    );
    expect(await shown.page.locator("table").count()).toBe(
      report.sections.filter(({ table }) => table).length,
    );
    expect(await shown.incidents()).toEqual(NO_INCIDENTS);
  }
}

/** Expects the page of a report with the names in `HOSTILE` to show them as text. */
export async function expectPlainText(shown: ReportPage, report: Report): Promise<void> {
  await shown.show(report);
  expect(await shown.page.title()).toBe(HOSTILE);
  expect(await shown.page.locator("h1").textContent()).toBe(HOSTILE);
  expect(await shown.flaws()).toMatchObject({ markup: [], withoutMarks: [], wider: 0 });
  expect(await shown.incidents()).toEqual(NO_INCIDENTS);
}

async function openReportPage(): Promise<ReportPage> {
  const browser: Browser = await openBrowser();
  const page = await browser.newPage();
  let body = "";
  let errors: string[] = [];
  let requests: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => errors.push(message.text()));
  page.on("request", (request) => request.url() !== ADDRESS && requests.push(request.url()));
  await page.route(ADDRESS, (route) => route.fulfill({ body, contentType: "text/html" }));
  return {
    page,
    show: async (report) => {
      [errors, requests] = [[], []];
      body = reportHtml(report);
      await page.emulateMedia({ media: "screen", colorScheme: "light" });
      await page.setViewportSize({ width: 1000, height: 900 });
      await page.goto(ADDRESS);
    },
    flaws: () => page.evaluate<Flaws>(FIND_FLAWS),
    incidents: async () => ({
      errors,
      requests,
      attacked: await page.evaluate<boolean>("'attacked' in window"),
    }),
    close: () => browser.close(),
  };
}
