import type { SelectedDesign } from "@pdp/science/designs";
import { residueIndices } from "@pdp/science/sequences";
import { describe, expect, it } from "vitest";
import { type BatchGoal, purposeRemarks, rangeRemarks, templateRemarks } from "#shared/tasks/batchRemarks.ts";
import { mutationCount } from "../../../shared/science/design/designSpace.ts";

const template = residueIndices("MKTAYIAK");
const variants = (...sequences: string[]): Uint8Array[] => sequences.map((one) => residueIndices(one));

it("designs with far more mutations than any measured variant cause a warning", () => {
  const singles = variants("MKTAYIAC", "MKTAYIAD");
  expect(rangeRemarks(template, singles, variants("MKTAYICC"))).toEqual([]);
  const [warning] = rangeRemarks(template, singles, variants("MKTAYCCC", "MKTACCCC", "MKTAYICC"));
  expect(warning).toMatch(/^2 designs have 3 mutations or more, but no measured variant has more than 1\. /);
  const four = variants("CCCCYIAK");
  expect(rangeRemarks(template, four, variants("CCCCCIAK"))).toEqual([]);
  expect(rangeRemarks(template, four, variants("CCCCCCAK"))).toHaveLength(1);
});

it("without measurements of the template's length, there is no warning", () => {
  expect(rangeRemarks(template, [], variants("CCCCCCCC"))).toEqual([]);
});

describe("an unmeasured template", () => {
  /** Predicts a decrease of one for each mutation, starting from the template's value. */
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
    isUsable: true,
    seed: "1",
  });

  it("a template prediction above all measurements is reported as a guess", () => {
    const singles = variants("MKTAYIAC", "MKTAYIAD");
    const [remark] = templateRemarks(template, singles, batchOf(0.78, "MKTAYIAC"));
    expect(remark).toContain(
      "The template has not been measured, and is predicted to be better (fitness of 0.78",
    );
    expect(templateRemarks(template, singles, batchOf(-2, "MKTAYIAC"))).toEqual([]);
    expect(templateRemarks(template, [...singles, template], batchOf(0.78, "MKTAYIAC"))).toEqual([]);
    expect(templateRemarks(template, singles, batchOf(0.78))).toEqual([]);
  });
});

it("designs are compared with the measured variant that is predicted closest to a target", () => {
  // The prediction is the distance from the template, and the target is 2.
  const distances = (sequences: readonly Uint8Array[]): Float64Array =>
    Float64Array.from(sequences, (one) => mutationCount(template, one));
  const batch: BatchGoal = {
    goal: { sign: 0, level: 2 } as BatchGoal["goal"],
    predictor: {
      predict: (sequences: readonly Uint8Array[]) => ({
        transformedMean: distances(sequences),
        mean: distances(sequences).map((distance) => 10 * distance),
      }),
    } as unknown as BatchGoal["predictor"],
    assay: { assay_id: "tm", unit: "°C" } as BatchGoal["assay"],
    best: variants("CCCCCCCC", "CCCYIIAK", "CKTAYIAK"),
    isUsable: true,
    seed: "1",
  };
  const designs = variants("CCTAYIAK", "CCCAYIAK", "CCCCCCCC");
  const selected = designs.map((sequence) => ({ sequence, purpose: "EXPLOIT" }) as SelectedDesign);
  const remarks = purposeRemarks(selected, batch);
  expect(remarks).toHaveLength(2);
  expect(remarks[1]).toMatch(
    /^1 of the 3 designs is expected to be closer to the target than the best measured variant, which the model estimates at 10\.0 °C after/,
  );
});
