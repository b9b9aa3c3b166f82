import { describe, expect, it } from "vitest";
import { analyzeAssays } from "#shared/reports/analysis/analyzeAssays.ts";
import { barChart } from "#shared/reports/charts/barChart.ts";
import { predictionPlot } from "#shared/reports/charts/predictionPlot.ts";
import { designsReport } from "#shared/reports/designsReport.ts";
import type { Report } from "#shared/reports/report.ts";
import { reportHtml } from "#shared/reports/reportHtml.ts";
import { describeReportPage, expectNoFlaws, expectPlainText, HOSTILE } from "#test/support/reportPage.ts";
import { assayOf, simulateAssays } from "../science/analysis/simulateAssays.ts";

function analysis(name: string): Report {
  const data = simulateAssays({
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
    chance: 1,
    scale: { kind: "log" as const, offset: 0.1 },
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
  return analyzeAssays(
    {
      ...data,
      batches: data.batches.map((batch) => `${batch} ${name}`),
      controls: [{ sequence: data.sequences[1]!, name }],
    },
    { title: name, learnability: [learnability] },
  );
}

function designs(name: string): Report {
  const { reference, sequences } = simulateAssays({ rows: 60, replicated: 0 });
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

/** Returns the brightness of a computed color, from 0 to 1. */
function brightnessOf(color: unknown): number {
  const [red = 0, green = 0, blue = 0] = (String(color).match(/\d+/g) ?? []).map(Number);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

describeReportPage("the page of a report", (shown) => {
  it("the report page checks detect known flaws", async () => {
    const empty = predictionPlot([], { title: "", y: "" });
    const crowded = { ...barChart([{ label: "one", count: 1 }], { title: "Crowded", x: "", y: "Rows" }) };
    const text = "A".repeat(10);
    await shown().show({
      title: "Flawed",
      summary: "",
      sections: [empty, crowded].map((chart) => ({ title: "Plot", text, chart })),
      figures: {},
    });
    // Labels that overlap do not occur in any chart; a script moves them.
    await shown().page.evaluate(
      `for (const text of document.querySelectorAll("figure:last-of-type [aria-label='y-axis tick label'] text")) text.setAttribute("transform", "")`,
    );
    const found = await shown().flaws();
    expect(found).toMatchObject({ withoutMarks: [0], withoutTitle: [0], unlabeledAxes: [0, 1] });
    expect(found.overlappingLabels).toContain("0 | 1");
  });

  it.each([
    ["an analysis", analysis("Activity")],
    ["designs", designs("Activity")],
  ])("the page of %s has no visible flaw at any width and loads nothing", async (_, report) => {
    await expectNoFlaws(shown(), report, [1000, 380]);
  });

  it.each([
    ["an analysis", analysis(HOSTILE)],
    ["designs", designs(HOSTILE)],
  ])("the page of %s shows names that look like markup as text", async (_, report) => {
    await expectPlainText(shown(), report);
  });

  it("text and plots have enough contrast in dark mode", async () => {
    await shown().show(analysis("Activity"));
    for (const colorScheme of ["light", "dark"] as const) {
      await shown().page.emulateMedia({ colorScheme });
      const brightness = {
        ground: brightnessOf(await shown().page.evaluate("getComputedStyle(document.body).backgroundColor")),
        text: brightnessOf(await shown().page.evaluate("getComputedStyle(document.body).color")),
        label: brightnessOf(
          await shown().page.evaluate(
            "getComputedStyle(document.querySelector('[aria-label$=\"axis tick label\"] text')).fill",
          ),
        ),
      };
      expect(Math.abs(brightness.text - brightness.ground)).toBeGreaterThan(0.6);
      expect(Math.abs(brightness.label - brightness.ground)).toBeGreaterThan(0.6);
      expect(brightness.ground > 0.5).toBe(colorScheme === "light");
    }
  });

  it("pages print with dark text on white", async () => {
    await shown().show(designs("Activity"));
    await shown().page.emulateMedia({ media: "print", colorScheme: "dark" });
    const look = await shown().page.evaluate(`({
      ground: getComputedStyle(document.body).backgroundColor,
      text: getComputedStyle(document.body).color,
      contents: getComputedStyle(document.querySelector("nav")).display,
    })`);
    expect(look).toEqual({ ground: "rgb(255, 255, 255)", text: "rgb(0, 0, 0)", contents: "none" });
  });

  it("numbers are right-aligned, and the table of contents links to each part", async () => {
    await shown().show(analysis("Activity"));
    expect(
      await shown().page.evaluate("getComputedStyle(document.querySelector('td.number')).textAlign"),
    ).toBe("right");
    const links = shown().page.locator("nav a");
    expect(await links.count()).toBeGreaterThan(5);
    for (const link of await links.all()) {
      expect(
        await shown()
          .page.locator((await link.getAttribute("href"))!)
          .count(),
      ).toBe(1);
    }
  });
});

describe("the page of a report", () => {
  it("the same report produces the same page", async () => {
    const report = designs("Activity");
    expect(reportHtml(report)).toBe(reportHtml(report));
  });
});
