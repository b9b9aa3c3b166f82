import { type PredictedSequence, singleSubstitutions } from "@pdp/science/models";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { predictionsReport } from "#shared/reports/predictionsReport.ts";
import { Report } from "#shared/reports/report.ts";

const near: PredictedSequence = {
  sequence: "AC",
  mutations: [],
  distance: 0,
  extrapolates: false,
  means: [1],
  sds: [0.1],
};
const far = {
  ...near,
  sequence: "WW",
  mutations: ["A1W", "C2W"],
  distance: 2,
  extrapolates: true,
  means: [3],
};
const other = {
  ...near,
  sequence: "ACA",
  mutations: null,
  distance: null,
  extrapolates: null,
  means: [Number.NaN],
  sds: [Number.NaN],
};

function reportOn(rows: PredictedSequence[], usable = true, reach = 1, unaligned: number[] = []) {
  return predictionsReport({
    title: "Library",
    predicted: { assayIds: ["tm"], reach, rows, unaligned },
    assays: [{ assay_id: "tm", name: null, unit: "°C", scale_type: "ADDITIVE", usable }],
    measured: 40,
    isScan: false,
    positions: "count from 1",
  });
}

describe("the report on predictions", () => {
  it("extrapolation, other lengths and unusable models cause warnings", () => {
    const { summary, figures } = reportOn([near, far, other], false);
    expect(summary).toMatch(
      /^Do not choose variants by the predictions of tm: the training found it unlikely that they help\.\n/,
    );
    expect(summary).toContain("Predictions extrapolate for 1 sequence (50");
    expect(summary).toContain(
      "1 sequence with a different length from the model's sequences has no prediction",
    );
    expect(figures).toMatchObject({
      sequences: 3,
      predicted: 2,
      other_length: 1,
      extrapolated: 1,
      measured: 1,
    });
  });

  it("unknown gaps are distinguished from other lengths", () => {
    const { summary, figures } = reportOn([near, { ...far, means: [Number.NaN], sds: [Number.NaN] }, other]);
    expect(summary).toContain("1 sequence as long as the model's has no prediction because an insertion and");
    expect(figures).toMatchObject({ predicted: 1, other_length: 1, unknown_gaps: 1, extrapolated: 0 });
  });

  it("unaligned sequences are counted separately", () => {
    const { summary, figures } = reportOn([near, other, other], true, 1, [2]);
    expect(summary).toContain("1 sequence with many insertions and deletions has no prediction");
    expect(figures).toMatchObject({ predicted: 1, other_length: 1, unknown_gaps: 0, unaligned: 1 });
  });

  it("a report without problems contains no warning", () => {
    expect(reportOn([near]).summary.split("\n\n")).toHaveLength(1);
  });

  it("the highest and lowest predictions are listed, most extreme first", () => {
    const { sections } = reportOn([near, far, other]);
    const first = (title: string) => sections.find((one) => one.title === title)?.table?.rows[0];
    expect(first("Highest tm")).toEqual(["A1W C2W", 3, 0.1, 2, "extrapolates"]);
    expect(first("Lowest tm")).toEqual(["unchanged", 1, 0.1, 0, null]);
  });

  it("all numbers are finite, even without a measured variant", () => {
    const report = reportOn([{ ...far, distance: null }, other], true, Number.POSITIVE_INFINITY);
    expect(v.safeParse(Report, report).issues).toBeUndefined();
    expect(report.figures.reach).toBeNull();
  });
});

describe("single substitutions", () => {
  it("single substitutions consist of the template and 19 variants for each position", () => {
    const variants = singleSubstitutions("ACA");
    expect(variants[0]).toBe("ACA");
    expect(new Set(variants).size).toBe(1 + 3 * 19);
    for (const variant of variants.slice(1))
      expect([...variant].filter((letter, at) => letter !== "ACA"[at])).toHaveLength(1);
  });
});
