import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/taskParameters.ts";
import { residueIndices } from "#shared/science/aminoAcids.ts";
import { createRandom } from "#shared/science/random.ts";
import type { Report } from "#shared/science/reports/report.ts";
import { fitSampler } from "#shared/science/sampler/fitSampler.ts";
import { fitScorer } from "#shared/science/scorer/fitScorer.ts";
import { trainingReport } from "#shared/tasks/trainingReport.ts";
import { hasBrowser } from "#test/support/browser.ts";
import {
  HOSTILE,
  NO_FLAWS,
  NO_INCIDENTS,
  openReportPage,
  type ReportPage,
} from "#test/support/reportPage.ts";
import { assayOf, GB1, simulatedAssays } from "../analysis/simulatedAssays.ts";

interface Training {
  name: string;
  rows: number;
  homologs: boolean;
}

/** Of four assays: two are learnable, of one the values are shuffled, and one has too few to train on. */
async function training({ name, rows, homologs }: Training): Promise<Report> {
  const assays: Assay[] = [
    assayOf("a", "MULTIPLICATIVE", name, name.slice(0, 50)),
    assayOf("b", "RANK", `${name} in ranks`),
    assayOf("c", "ADDITIVE", `${name} shuffled`),
    assayOf("d", "ADDITIVE", `${name} hardly measured`),
  ];
  const { sequences, values } = simulatedAssays({ rows, mutations: 2, reference: SHORT, assays });
  createRandom("shuffled").shuffle(values[2]!);
  values[3]!.fill(Number.NaN, 4);
  const related = simulatedAssays({
    rows: 30,
    mutations: 6,
    replicated: 0,
    reference: SHORT,
    seed: 2,
  }).sequences;
  const { summary } = await fitSampler({
    reference: residueIndices(SHORT),
    homologs: homologs ? [...related, related[0]!, SHORT.slice(0, 4)] : [],
  });
  const { evaluations } = await fitScorer({
    reference: SHORT,
    sequences,
    assays,
    values,
    sampler: null,
    seed: 1,
  });
  return trainingReport({ title: name, assays, sampler: summary, evaluations, seed: "1" });
}

/** With few positions the models learn from few rows. */
const SHORT = GB1.slice(0, 8);

function textOf(report: Report, title: string): string {
  return report.sections.find((one) => one.title === title)?.text ?? "";
}

describe("the report of a training", () => {
  it("says which assays can be designed for, and what to do about the others", async () => {
    const report = await training({ name: "Activity", rows: 110, homologs: false });
    expect(report.figures.usable).toEqual([true, true, false, false]);
    const next = textOf(report, "What to do next");
    expect(next).toContain(
      "with engineer: give it this sampler and this scorer, and aim at Activity or Activity in ranks",
    );
    expect(next).toContain("Neither aim at nor filter by Activity shuffled or Activity hardly measured");
    expect(report.summary).toContain("Activity hardly measured: there is no scorer.");
    expect(textOf(report, "The sampler")).toContain("no homologs were given");
  });

  it("shows predictions on the scale that a reader knows: the unit, or its common logarithm", async () => {
    const { sections } = await training({ name: "Activity", rows: 60, homologs: true });
    const axes = sections.flatMap(({ title, plot }) =>
      title === "Can a model learn it?"
        ? [JSON.stringify(plot).match(/"title":\["(Observed [^"]*)"/)?.[1]]
        : [],
    );
    expect(axes).toEqual([
      expect.stringMatching(/^Observed log₁₀ \(Activity \+ 0\.\d+, Activity\)$/),
      "Observed Activity in ranks (normal score of its rank)",
      "Observed Activity shuffled (U/mg)",
    ]);
  });
});

describe("what the report of a training says of its sampler", () => {
  it("is how many homologs it rests on, and why others were left out", async () => {
    const report = await training({ name: "Activity", rows: 24, homologs: true });
    const text = textOf(report, "The sampler");
    expect(text).toMatch(/It rests on \d+ homologs, worth \d+ independent sequences/);
    expect(text).toContain("Left out: 1 row repeated.");
  });
});

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
    const report = await training(input);
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
    await shown.show(await training({ name: HOSTILE, rows: 40, homologs: false }));
    expect(await shown.page.title()).toBe(HOSTILE);
    expect(await shown.page.locator("h1").textContent()).toBe(HOSTILE);
    expect(await shown.flaws()).toMatchObject({ markup: [], withoutMarks: [], wider: 0 });
    expect(await shown.incidents()).toEqual(NO_INCIDENTS);
  });
});
