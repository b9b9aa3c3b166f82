import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { analyseAssays } from "#shared/science/analysis/analyseAssays.ts";
import { designsReport } from "#shared/science/reports/designsReport.ts";
import { plot } from "#shared/science/reports/plots/plot.ts";
import type { Report } from "#shared/science/reports/report.ts";
import { reportHtml } from "#shared/science/reports/reportHtml.ts";
import { hasBrowser, openBrowser } from "#test/support/browser.ts";
import { assayOf, simulatedAssays } from "../analysis/simulatedAssays.ts";

const ATTACK = `</title></svg><script>window.attacked = true</script><img src=x onerror="window.attacked = true">&amp;"'`;

function analysis(name: string): Report {
  const data = simulatedAssays({
    rows: 400,
    assays: [
      assayOf("a", "MULTIPLICATIVE", name, name.slice(0, 50)),
      assayOf("b", "RANK", `${name} again`),
      assayOf("c"),
    ],
  });
  const parity = data.values[2]!.slice(0, 100);
  const learnability = {
    assay_id: "c",
    model: name,
    rows: 100,
    folds: 5,
    spearman: 0.6,
    low: 0.5,
    high: 0.7,
    p_value: 1e-9,
    axis: name,
    parity: [...parity].map((value) => ({ observed: value, predicted: value * 0.8 })),
    learning_curve: [
      { rows: 20, value: 0.3, low: 0.1, high: 0.5 },
      { rows: 80, value: 0.6, low: 0.5, high: 0.7 },
    ],
    calibration: [
      { expected: 0.5, observed: 0.45 },
      { expected: 0.95, observed: 0.9 },
    ],
  };
  return analyseAssays(
    {
      ...data,
      batches: data.batches.map((batch) => `${batch} ${name}`),
      controls: [{ sequence: data.sequences[1]!, name }],
    },
    { title: name, learnability: [learnability] },
  );
}

function designs(name: string): Report {
  const { reference, sequences } = simulatedAssays({ rows: 60, replicated: 0 });
  return designsReport({
    title: name,
    template: reference,
    assays: [assayOf("a", "ADDITIVE", name)],
    designs: sequences.map((sequence, index) => ({
      sequence,
      predictions: [{ mean: -index, sd: 1 }],
      note: name,
    })),
    wanted: 60,
    stages: [
      { stage: name, count: 900 },
      { stage: "selected", count: 60 },
    ],
    remarks: [name],
  });
}

/** What a reader would notice to be wrong with a page. */
interface Flaws {
  wider: number;
  withoutMarks: number[];
  withoutTitle: number[];
  unlabelledAxes: number[];
  overlappingLabels: string[];
  markup: string[];
}

/** A script for the page: what it finds are `Flaws`. */
const FIND_FLAWS = readFileSync(new URL("./findFlaws.js", import.meta.url), "utf8");
/** Answered by the test itself. */
const ADDRESS = "http://report.invalid/";

/** From 0 to 1, of a computed colour. */
function brightnessOf(colour: unknown): number {
  const [red = 0, green = 0, blue = 0] = (String(colour).match(/\d+/g) ?? []).map(Number);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

const NONE: Flaws = {
  wider: 0,
  withoutMarks: [],
  withoutTitle: [],
  unlabelledAxes: [],
  overlappingLabels: [],
  markup: [],
};

describe.skipIf(!hasBrowser)("the page of a report (needs a browser: Linux on x64)", () => {
  let browser: Browser;
  // The only one: this build of the browser ends with the first page that is closed.
  let page: Page;
  let body = "";
  const errors: string[] = [];
  const requests: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser();
    page = await browser.newPage();
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("console", (message) => errors.push(message.text()));
    page.on("request", (request) => request.url() !== ADDRESS && requests.push(request.url()));
    await page.route(ADDRESS, (route) => route.fulfill({ body, contentType: "text/html" }));
  });

  afterAll(() => browser?.close());

  async function show(report: Report): Promise<void> {
    errors.length = 0;
    requests.length = 0;
    body = await reportHtml(report);
    await page.emulateMedia({ media: "screen", colorScheme: "light" });
    await page.setViewportSize({ width: 1000, height: 900 });
    await page.goto(ADDRESS);
  }

  it("is searched for flaws that would be found", async () => {
    const point = { x: { field: "a", type: "quantitative", title: null }, y: { value: 5 } };
    const empty = plot("", "Nothing", { data: { values: [] }, mark: "point", encoding: point });
    const labels = ["one long label", "another long label", "a third long label"];
    const axis = { labelAngle: 0, labelOverlap: false };
    const crowded = plot("Crowded", "Labels", {
      width: 60,
      data: { values: labels.map((a) => ({ a })) },
      mark: "point",
      encoding: { x: { field: "a", type: "nominal", axis } },
    });
    const text = "A".repeat(10);
    await show({
      title: "Flawed",
      summary: "",
      sections: [empty, crowded].map((one) => ({ title: "Plot", text, plot: one })),
      figures: {},
    });
    const found = await page.evaluate<Flaws>(FIND_FLAWS);
    expect(found).toMatchObject({ withoutMarks: [0], withoutTitle: [0], unlabelledAxes: [0, 1] });
    expect(found.overlappingLabels).toHaveLength(2);
  });

  it.each([
    ["an analysis", analysis("Activity")],
    ["designs", designs("Activity")],
  ])("of %s has no flaw that a reader would see, wide or narrow, and loads nothing", async (_, report) => {
    await show(report);
    for (const width of [1000, 380]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate<Flaws>(FIND_FLAWS)).toEqual(NONE);
      expect(await page.locator("figure").count()).toBe(report.sections.filter(({ plot }) => plot).length);
      expect(await page.locator("table").count()).toBe(report.sections.filter(({ table }) => table).length);
      expect({ errors, requests }).toEqual({ errors: [], requests: [] });
    }
  });

  it.each([
    ["an analysis", analysis(ATTACK)],
    ["designs", designs(ATTACK)],
  ])("of %s shows names that look like markup as text", async (_, report) => {
    await show(report);
    expect(await page.title()).toBe(ATTACK);
    expect(await page.locator("h1").textContent()).toBe(ATTACK);
    expect(await page.evaluate<Flaws>(FIND_FLAWS)).toMatchObject({ markup: [], withoutMarks: [], wider: 0 });
    expect(await page.evaluate("'attacked' in window")).toBe(false);
    expect({ errors, requests }).toEqual({ errors: [], requests: [] });
  });

  it("can be read in the dark: text of the page and of its plots stands out from the ground", async () => {
    await show(analysis("Activity"));
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      const brightness = {
        ground: brightnessOf(await page.evaluate("getComputedStyle(document.body).backgroundColor")),
        text: brightnessOf(await page.evaluate("getComputedStyle(document.body).color")),
        label: brightnessOf(
          await page.evaluate("getComputedStyle(document.querySelector('.role-axis-label text')).fill"),
        ),
      };
      expect(Math.abs(brightness.text - brightness.ground)).toBeGreaterThan(0.6);
      expect(Math.abs(brightness.label - brightness.ground)).toBeGreaterThan(0.6);
      expect(brightness.ground > 0.5).toBe(colorScheme === "light");
    }
  });

  it("prints on paper with dark text on white", async () => {
    await show(designs("Activity"));
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const look = await page.evaluate(`({
      ground: getComputedStyle(document.body).backgroundColor,
      text: getComputedStyle(document.body).color,
      contents: getComputedStyle(document.querySelector("nav")).display,
    })`);
    expect(look).toEqual({ ground: "rgb(255, 255, 255)", text: "rgb(0, 0, 0)", contents: "none" });
  });

  it("aligns numbers to the right and leads from its contents to each part", async () => {
    await show(analysis("Activity"));
    expect(await page.evaluate("getComputedStyle(document.querySelector('td.number')).textAlign")).toBe(
      "right",
    );
    const links = page.locator("nav a");
    expect(await links.count()).toBeGreaterThan(5);
    for (const link of await links.all()) {
      expect(await page.locator((await link.getAttribute("href"))!).count()).toBe(1);
    }
  });
});

describe("the page of a report", () => {
  it("is the same for the same report", async () => {
    const report = designs("Activity");
    expect(await reportHtml(report)).toBe(await reportHtml(report));
  });
});
