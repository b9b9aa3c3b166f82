import { expect, it } from "vitest";
import { residueIndices } from "#shared/science/sequences/aminoAcids.ts";
import { rangeRemarks } from "#shared/tasks/batchRemarks.ts";

const template = residueIndices("MKTAYIAK");
const variants = (...sequences: string[]): Uint8Array[] => sequences.map((one) => residueIndices(one));

it("warns of designs with far more mutations than any measured variant has, and of no others", () => {
  const singles = variants("MKTAYIAC", "MKTAYIAD");
  expect(rangeRemarks(template, singles, variants("MKTAYICC"))).toEqual([]);
  const [warning] = rangeRemarks(template, singles, variants("MKTAYCCC", "MKTACCCC", "MKTAYICC"));
  expect(warning).toMatch(/^2 designs have 3 mutations or more, and no measured variant has more than 1: /);
  const four = variants("CCCCYIAK");
  expect(rangeRemarks(template, four, variants("CCCCCIAK"))).toEqual([]);
  expect(rangeRemarks(template, four, variants("CCCCCCAK"))).toHaveLength(1);
});

it("does not warn where nothing of the template's length was measured", () => {
  expect(rangeRemarks(template, [], variants("CCCCCCCC"))).toEqual([]);
});
