import { describe, expect, it } from "vitest";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { type BatchGoal, rangeRemarks, templateRemarks } from "#shared/tasks/batchRemarks.ts";

const template = residueIndices("MKTAYIAK");
const variants = (...sequences: string[]): Uint8Array[] => sequences.map((one) => residueIndices(one));

it("designs with far more mutations than any measured variant cause a warning", () => {
  const singles = variants("MKTAYIAC", "MKTAYIAD");
  expect(rangeRemarks(template, singles, variants("MKTAYICC"))).toEqual([]);
  const [warning] = rangeRemarks(template, singles, variants("MKTAYCCC", "MKTACCCC", "MKTAYICC"));
  expect(warning).toMatch(/^2 designs have 3 mutations or more, and no measured variant has more than 1: /);
  const four = variants("CCCCYIAK");
  expect(rangeRemarks(template, four, variants("CCCCCIAK"))).toEqual([]);
  expect(rangeRemarks(template, four, variants("CCCCCCAK"))).toHaveLength(1);
});

it("without measurements of the template's length, there is no warning", () => {
  expect(rangeRemarks(template, [], variants("CCCCCCCC"))).toEqual([]);
});

describe("an unmeasured template", () => {
  /** Predicts one less for each mutation, starting from the template's level. */
  const batchOf = (level: number, ...best: string[]): BatchGoal => ({
    goal: { sign: 1 } as BatchGoal["goal"],
    predictor: {
      predict: (sequences: readonly Uint8Array[]) => ({
        transformedMean: Float64Array.from(sequences, (one) =>
          one.every((residue, at) => residue === template[at]) ? level : -1,
        ),
      }),
      invert: (value: number) => value,
    } as unknown as BatchGoal["predictor"],
    assay: { assay_id: "fitness", unit: null } as BatchGoal["assay"],
    best: variants(...best),
    seed: "1",
  });

  it("a prediction above all measurements is reported as a guess", () => {
    const singles = variants("MKTAYIAC", "MKTAYIAD");
    const [remark] = templateRemarks(template, singles, batchOf(0.78, "MKTAYIAC"));
    expect(remark).toContain(
      "The template was never measured, and is predicted to be better (fitness of 0.78",
    );
    expect(templateRemarks(template, singles, batchOf(-2, "MKTAYIAC"))).toEqual([]);
    expect(templateRemarks(template, [...singles, template], batchOf(0.78, "MKTAYIAC"))).toEqual([]);
    expect(templateRemarks(template, singles, batchOf(0.78))).toEqual([]);
  });
});
