import type { AssayEvaluation } from "@pdp/science/models";
import { describe, expect, it } from "vitest";
import { trainingReport } from "#shared/tasks/training/trainingReport.ts";
import type { TopEnd } from "../../../shared/science/scorer/learnability.ts";
import { usefulChance } from "../../../shared/science/scorer/usefulChance.ts";
import { assayOf } from "../science/analysis/simulateAssays.ts";

const SAMPLER = {
  kind: "substitutions",
  cameAligned: false,
  rows: 1,
  effectiveRows: 1,
  coupledSites: 0,
  variants: 50,
  leftOut: { repeated: 0, tooShort: 0, thinned: 0 },
} as const;

/** Report on one assay with the given accuracy of its predictions. */
function reportOn(spearman: number, factor: number, end: TopEnd = "HIGHEST", variants = 500) {
  const learnability: NonNullable<AssayEvaluation["learnability"]> = {
    assay_id: "a",
    model: "a Gaussian process",
    rows: 500,
    folds: 5,
    spearman,
    low: spearman - 0.1,
    high: spearman + 0.1,
    p_value: 0.001,
    chance: usefulChance(spearman, variants),
    enrichment: { factor, p_value: factor > 2 ? 0.0001 : 0.4, end },
    scale: { kind: "identity", offset: 0 },
    parity: [],
  };
  const evaluation = {
    assay_id: "a",
    problem: null,
    usable: true,
    position_spearman: 0.5,
    top: null,
    without: [],
  };
  const report = trainingReport({
    title: "Training",
    reference: "ACDEF",
    assays: [assayOf("a", "ADDITIVE", "Activity")],
    sampler: SAMPLER,
    evaluations: [{ ...evaluation, usable: spearman >= 0.3 || factor > 2, learnability }],
    seed: "1",
  });
  const next = report.sections.find(({ title }) => title === "What to do next")?.text ?? "";
  const overview = report.sections.find(({ table }) => table?.columns[1]?.title === "Usable");
  const learned = report.sections.find(({ title }) => title === "Can a model learn it?")?.text ?? "";
  return { ...report, next, learned, overview, usable: overview?.table?.rows[0]?.[1] };
}

describe("the advice of a training run's report", () => {
  it("the advice is to design for an assay if predictions order variants", () => {
    const { summary, next, usable, figures } = reportOn(0.6, 1);
    expect(summary).toMatch(/^Activity: predictions are usable, rank correlation 0\.60/);
    expect(next).toMatch(/^Design improved variants with these models, using Activity as the objective\.$/);
    expect([usable, figures.usable_for]).toEqual(["yes", ["ORDER"]]);
  });

  it("the advice is to use the best variants and diversify if predictions find only the best", () => {
    const { summary, next, usable, figures } = reportOn(0.15, 8.6);
    expect(summary).toContain(
      "can be used to find the variants with the highest values, but not to order the others",
    );
    expect(summary).toContain(
      "the highest tenth of the predictions contains 8.6 times as many of the highest tenth of the values as expected by chance",
    );
    expect(next).toContain("using Activity as the objective");
    expect(next).toContain("Also measure diverse designs without an objective (diversify)");
    expect([usable, figures.usable_for, figures.enrichment]).toEqual(["for the best", ["TOP"], [8.6]]);
  });

  it("the advice states which end of the values was judged", () => {
    const { summary, next, learned, overview } = reportOn(0.15, 8.6, "LOWEST");
    expect(summary).toContain("can be used to find the variants with the lowest values");
    expect(summary).toContain(
      "the lowest tenth of the predictions contains 8.6 times as many of the lowest tenth of the values",
    );
    expect(next).toContain(
      "Select the variants with the lowest predictions of Activity and do not rely on other",
    );
    expect(learned).toContain("This is enough to find variants with low values");
    expect(overview?.table?.note).toContain(
      "an assay that the primary objective minimizes, this applies to the lowest",
    );
    expect(reportOn(0.15, 1.2).learned).toContain("the variants with the highest values are not found");
    expect(reportOn(0.15, 1.2, "LOWEST").learned).toContain("the variants with the lowest values are not");
  });

  it("otherwise, the advice is to diversify", () => {
    const { summary, next, usable, figures } = reportOn(0.15, 1.2);
    expect(summary).toContain("predictions are not usable");
    expect(next).toMatch(/^Request plausible, diverse designs without an objective \(diversify\)/);
    expect([usable, figures.usable_for]).toEqual(["no", [null]]);
  });

  it("with few variants, the report states a probability instead of a verdict", () => {
    const { summary, learned, usable, figures } = reportOn(0.4, 1.2, "HIGHEST", 40);
    expect(summary).toMatch(
      /^Activity: the probability that ordering variants by prediction helps is 8 in 10, /,
    );
    expect(learned).toContain("helps (a rank correlation of at least 0.3) is 8 in 10");
    expect([usable, figures.usable_for]).toEqual(["8 in 10", ["ORDER"]]);
    expect((figures.usable_probability as number[])[0]).toBeCloseTo(0.84, 1);
    const unlikely = reportOn(0.12, 1.2, "HIGHEST", 40);
    expect(unlikely.summary).toContain("helps is 2 in 10");
    expect(unlikely.figures.usable_for).toEqual([null]);
    expect(unlikely.next).toContain("or this is not known yet");
  });
});
