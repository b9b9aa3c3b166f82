import type { AssayData, ScaleType } from "@pdp/science/analysis";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { analyzeAssays } from "#shared/reports/analysis/analyzeAssays.ts";
import { Report } from "#shared/reports/report.ts";
import { reportHeadline } from "#shared/reports/reportHeadline.ts";
import { reportHtml } from "#shared/reports/reportHtml.ts";
import { byNight, sampledRuns } from "#test/support/byNight.ts";
import { assayOf, GB1, simulateAssays } from "../../science/analysis/simulateAssays.ts";

const SCALES: ScaleType[] = ["MULTIPLICATIVE", "ADDITIVE", "RANK"];
const three = SCALES.map((scale, index) => assayOf(`assay_${index}`, scale));

/** Analyzes the assays. Checks that the report has the same content as its JSON and never shows an invalid number. */
async function analyzeAndCheck(data: AssayData): Promise<{ report: Report; html: string }> {
  const report = analyzeAssays(data);
  expect(v.parse(Report, JSON.parse(JSON.stringify(report)))).toEqual(report);
  const html = reportHtml(report);
  const shown = html.replace(/<style>.*<\/style>/s, "");
  expect(/.{0,60}(NaN|undefined|Infinity|\[object).{0,60}/.exec(shown)?.[0]).toBeUndefined();
  const figures = [...html.matchAll(/<figure [^>]*>.*?<\/figure>/gs)].map(([text]) => text);
  expect(figures).toHaveLength(report.sections.filter(({ chart }) => chart).length);
  const marks = /<g aria-label="(?:bar|cell|dot|line|rect|rule|tick)"[^>]*><(?:rect|circle|path|line)/;
  for (const [index, figure] of figures.entries())
    expect({ index, hasMarks: marks.test(figure) }).toEqual({ index, hasMarks: true });
  return { report, html };
}

function section(report: Report, title: string, group?: string): Report["sections"][number] {
  const found = report.sections.find(
    (one) => one.title === title && (group === undefined || one.group === group),
  );
  if (!found) throw new Error(`There is no section "${title}".`);
  return found;
}

describe("the analysis of a data set", () => {
  it("the same seed gives the same analysis, with a section for each question about each assay", () => {
    const data = { ...simulateAssays({ assays: three }), controls: [{ sequence: GB1, name: "wild type" }] };
    const report = analyzeAssays(data, { seed: 7 });
    expect(analyzeAssays(data, { seed: 7 })).toEqual(report);
    const titles = report.sections.filter(({ group }) => group === "assay_0").map(({ title }) => title);
    expect(titles).toEqual([
      "Distribution",
      "Replicates and noise",
      "Batches",
      "Batches after correction by models",
      "Value versus number of mutations",
      "Effect of each substitution",
      "Highest and lowest",
      "Outliers",
    ]);
    expect(report.figures).toMatchObject({
      rows: 200,
      reference_length: 56,
      assay_ids: ["assay_0", "assay_1", "assay_2"],
    });
  });

  it("the analysis names the best and worst variants", () => {
    const data: AssayData = {
      reference: "ACDE",
      sequences: ["ACDE", "WCDE", "AWDE", "ACWE", "WCDE"],
      assays: [assayOf("activity")],
      values: [Float64Array.of(5, 9, 1, 4, 11)],
    };
    const rows = section(analyzeAssays(data), "Highest and lowest").table!.rows;
    expect(rows[0]).toEqual(["Highest 1", "A1W", 10, 5, Math.SQRT2, 2]);
    expect(rows.find(([end]) => end === "Lowest 1")).toEqual(["Lowest 1", "C2W", 1, -4, null, 1]);
  });

  it("the analysis compares ratios as multiples of the reference", () => {
    const data: AssayData = {
      reference: "ACDE",
      sequences: ["ACDE", "WCDE", "AWDE", "ACWE"],
      assays: [assayOf("activity", "MULTIPLICATIVE")],
      values: [Float64Array.of(5, 10, 1, 4)],
    };
    const { columns, rows } = section(analyzeAssays(data), "Highest and lowest").table!;
    expect(columns.map(({ title }) => title)).toContain("Times the reference");
    expect(rows[0]?.slice(1, 4)).toEqual(["A1W", 10, 2]);
  });

  it("values missing together are counted", () => {
    const data = simulateAssays({ rows: 10, assays: three.slice(0, 2) });
    data.values[0]!.fill(Number.NaN, 0, 4);
    data.values[1]!.fill(Number.NaN, 3, 5);
    const { table, text } = section(analyzeAssays(data), "Missing values");
    expect(text).toContain("5 of 10 rows have values for all assays, 1 for none");
    expect(table!.rows.map(([what, rows]) => [what, rows])).toEqual([
      ["Every assay", 5],
      ["assay_1", 3],
      ["assay_0", 1],
      ["No assay", 1],
    ]);
  });

  it("infinite values are counted as missing, with a note", () => {
    const data = simulateAssays({ rows: 10 });
    data.values[0]!.set([Number.POSITIVE_INFINITY, 1e300], 2);
    const report = analyzeAssays(data);
    expect(report.figures.missing).toEqual([2]);
    expect(section(report, "Missing values").text).toContain("counted as missing: 2 values");
  });

  it("zeros that may be missing values, noise and shifted batches cause warnings", () => {
    const data = simulateAssays({ rows: 600, noise: 1.5, replicated: 0.6, assays: [assayOf("activity")] });
    const values = data.values[0]!.map((value, row) => value + (data.batches[row] === "plate 3" ? 4 : 0));
    for (let row = 0; row < 600; row += 10) values[row] = 0;
    const { text } = section(analyzeAssays({ ...data, values: [values] }), "At a glance");
    expect(text).toContain(
      "10\u00a0% of the values are exactly 0: check that none of them means a missing value",
    );
    expect(text).toContain("replicates agree poorly");
    expect(text).toContain("3 shifted");
  });

  it("differences between batches are shown before and after the correction", () => {
    const data = simulateAssays({ rows: 600, replicated: 0.5, assays: [assayOf("activity")] });
    const values = data.values[0]!.map((value, row) => value + (data.batches[row] === "plate 3" ? 4 : 0));
    const report = analyzeAssays({ ...data, values: [values] });
    expect(section(report, "Batches").text).toContain("Models correct for these shifts.");
    const { text, table, chart } = section(report, "Batches after correction by models");
    expect(text).toMatch(
      /its offset is subtracted: from -?−?1\.\d+ \(“plate [12]”\) to 2\.\d+ \(“plate 3”\)/,
    );
    expect(table!.rows.find(([batch]) => batch === "plate 3")![3]).toBeCloseTo(2.67, 0);
    expect(chart?.kind).toBe("boxes");
    const [before] = report.figures.batch_variance_share as number[];
    const [after] = report.figures.batch_variance_share_corrected as number[];
    expect(before).toBeGreaterThan(0.4);
    expect(after).toBeLessThan(0.02);
    expect(report.figures.batch_correction).toEqual(["OFFSETS"]);
  });

  it("an assay of ranks does not change the batches of the other assays", () => {
    const assays = [assayOf("activity"), { ...assayOf("order"), scale_type: "RANK" as const }];
    const data = simulateAssays({ rows: 300, replicated: 0.5, assays });
    const rankBatches = data.batches.map((_, row) => (row % 2 === 0 ? "A" : "B"));
    const { sections } = analyzeAssays({ ...data, rankBatches });
    const batchesOf = (group: string) =>
      sections
        .find((one) => one.group === group && one.title === "Batches")
        ?.table?.rows.map(([batch]) => batch)
        .sort();
    expect(batchesOf("activity")).toEqual([...new Set(data.batches)].sort());
    expect(batchesOf("order")).toEqual(["A", "B"]);
  });

  it("a group of non-functional variants is not treated as outliers", () => {
    const data = simulateAssays({ rows: 500, replicated: 0, assays: [assayOf("activity")] });
    const values = data.values[0]!.map((value, row) => (row % 8 === 0 ? value - 50 : value));
    const report = analyzeAssays({ ...data, values: [values] });
    expect(section(report, "At a glance").text).toMatch(
      /1[23]\u00a0% of the values are far below the others/,
    );
    expect(section(report, "Outliers").text).toContain(
      "63 values far below the others: too many to be errors",
    );
    expect((report.figures.outliers as number[])[0]).toBeLessThan(10);
  });

  it("identical replicates cause a warning, because they may be copied rows", () => {
    const data = simulateAssays({ rows: 200, replicated: 0, assays: [assayOf("activity")] });
    const once = [...data.sequences.keys()].filter(
      (row) => data.sequences.indexOf(data.sequences[row]!) === row,
    );
    const copies = (rows: number) => {
      const chosen = [...once, ...once.slice(0, rows)];
      return {
        ...data,
        sequences: chosen.map((row) => data.sequences[row]!),
        batches: chosen.map((row) => data.batches[row]!),
        values: data.values.map((column) => Float64Array.from(chosen, (row) => column[row]!)),
      };
    };
    const warning = (rows: number) => section(analyzeAssays(copies(rows)), "At a glance").text;
    expect(warning(5)).toContain("all 5 sequences with several values have the same value each time");
    expect(warning(1)).toContain("the one sequence with several values has the same value each time");
    expect(warning(0)).not.toContain("copied rows");
  });

  it("clean data results in a positive statement", () => {
    const { text } = section(analyzeAssays(simulateAssays({ rows: 500 })), "At a glance");
    expect(text).toContain("No problems were found");
  });

  it("the report states whether a model can learn an assay, and what to do otherwise", () => {
    const parity = Array.from({ length: 50 }, (_, index) => ({ observed: index, predicted: index + 1 }));
    const found = {
      model: "a ridge regression",
      rows: 50,
      folds: 5,
      low: 0.1,
      high: 0.9,
      scale: { kind: "identity" as const, offset: 0 },
      parity,
    };
    const learnability = [
      {
        ...found,
        assay_id: "assay_0",
        spearman: 0.7,
        p_value: 0.001,
        chance: 0.99,
        learning_curve: [
          { rows: 10, value: 0.4 },
          { rows: 40, value: 0.7 },
        ],
      },
      {
        ...found,
        assay_id: "assay_1",
        spearman: 0.7,
        p_value: 0.06,
        chance: 0.01,
        calibration: [{ expected: 0.5, observed: 0.4 }],
      },
    ];
    const report = analyzeAssays(simulateAssays({ assays: three }), { learnability });
    expect(section(report, "Can a model learn it?", "assay_0").text).toContain(
      "designs can use this assay as their objective",
    );
    expect(section(report, "Can a model learn it?", "assay_1").text).toContain(
      "Request designs without an objective instead",
    );
    expect(section(report, "Would more measurements help?", "assay_0").chart?.kind).toBe("learning");
    expect(section(report, "Are the predicted uncertainties correct?", "assay_1").chart?.kind).toBe(
      "calibration",
    );
    expect(report.figures.learnable).toEqual([true, false, null]);
  });

  it("contradictory columns are refused", () => {
    const data = simulateAssays();
    expect(() => analyzeAssays({ ...data, values: [new Float64Array(3)] })).toThrow(
      "3 rows, the sequences 200",
    );
    expect(() => analyzeAssays({ ...data, values: [] })).toThrow("1 assays, but values of 0");
  });
});

describe("the analysis of an unusual data set", () => {
  const base = simulateAssays({ rows: 60, assays: three });
  const filled = (value: number): Float64Array[] => base.values.map((column) => column.map(() => value));

  it.each([
    ["no rows", { ...base, sequences: [], batches: [], values: three.map(() => new Float64Array(0)) }],
    ["one row", simulateAssays({ rows: 1, assays: three })],
    ["no values", { ...base, values: filled(Number.NaN) }],
    ["infinite values only", { ...base, values: filled(Number.POSITIVE_INFINITY) }],
    ["one value only", { ...base, values: filled(3) }],
    ["zeros only", { ...base, values: filled(0) }],
    ["the reference only", { ...base, sequences: base.sequences.map(() => GB1) }],
    [
      "neither the reference nor batches",
      { ...base, reference: "W".repeat(56), batches: undefined as never },
    ],
    [
      "sequences that are empty or not proteins",
      { ...base, sequences: base.sequences.map((_, row) => ["", "xyz!", "---", "<b>"][row % 4]!) },
    ],
    [
      "values of 600 orders of magnitude",
      {
        ...base,
        values: base.values.map((column) => column.map((value, row) => value * 10 ** (row * 10 - 300))),
      },
    ],
  ])("the analysis of %s is a valid report", async (_, data) => {
    await analyzeAndCheck(data as AssayData);
  });

  byNight("with 32 assays of the longest names, the headline is within an artifact's limit", async () => {
    const assays = Array.from({ length: 32 }, (_, index) =>
      assayOf(`${"蛋".repeat(125)}${index}`, SCALES[index % 3]),
    );
    const { report, html } = await analyzeAndCheck(simulateAssays({ rows: 80, assays }));
    const headline = JSON.stringify(reportHeadline(report));
    expect(Buffer.byteLength(headline)).toBeLessThanOrEqual(16 * 1024);
    expect(html.length).toBeLessThan(12e6);
  });

  byNight("for a complete scan of 1,000 residues, the page stays small and names omitted parts", async () => {
    const reference = GB1.repeat(18).slice(0, 1000);
    const data = simulateAssays({ rows: 12_000, mutations: 1, replicated: 0, reference });
    const { report, html } = await analyzeAndCheck(data);
    expect(html.length).toBeLessThan(3e6);
    expect(section(report, "Effect of each substitution").text).toMatch(
      /Shown are the [\d,]+ of 1,000 positions/,
    );
  });

  it("any rows result in a valid report", async () => {
    const value = fc.oneof(fc.double(), fc.constantFrom(Number.NaN, 0, 1, -1, 1e-300, 1e300));
    const sequence = fc.oneof(
      fc.constantFrom("ACDE", "ACDF", "ACE", "ACDDE", "WWWW", ""),
      fc.string({ maxLength: 8 }),
    );
    const row = fc.tuple(sequence, value, value, fc.constantFrom("", "a", "b", "<i>"));
    const cases = fc.tuple(
      fc.array(row, { maxLength: 25 }),
      fc.constantFrom(...SCALES),
      fc.string({ maxLength: 12 }),
    );
    await fc.assert(
      fc.asyncProperty(cases, async ([rows, scale, name]) => {
        await analyzeAndCheck({
          reference: "ACDE",
          sequences: rows.map(([one]) => one),
          assays: [assayOf("first", scale, name), assayOf("second")],
          values: [Float64Array.from(rows, (one) => one[1]), Float64Array.from(rows, (one) => one[2])],
          batches: rows.map((one) => one[3]),
        });
      }),
      { seed: 6, numRuns: sampledRuns(15) },
    );
  });
});
