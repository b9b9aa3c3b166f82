import { expect, test } from "vitest";
import { bestOfClones } from "../../../design/library/expectedBest.ts";

test("the expected best of clones is that of independent draws, for each number of clones", () => {
  const means = Float64Array.of(0, 1);
  const values = {
    means,
    common: new Float64Array(2),
    shifts: Float64Array.of(0),
    drawn: [],
    draws: new Float64Array(),
  };
  // The best of n clones is the better sequence unless all n are the worse one.
  expect(bestOfClones(values, Float64Array.of(0.5, 0.5), [0, 1, 2, 3])).toEqual([0, 0.5, 0.75, 0.875]);
  // Clones without a sequence, such as those with a stop, count like the worst one.
  expect(bestOfClones(values, Float64Array.of(0.25, 0.25), [1, 2])).toEqual([0.25, 0.4375]);
});
