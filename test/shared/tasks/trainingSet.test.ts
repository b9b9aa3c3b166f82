import { measuredVariants } from "@pdp/science/models";
import { describe, expect, it } from "vitest";
import type { Assay } from "#shared/domain/tasks/assay.ts";
import {
  bestMeasured,
  measuredOfAny,
  measuredSequences,
  trainingSet,
} from "#shared/tasks/training/trainingSet.ts";

const assay = (assay_id: string): Assay => ({ assay_id, name: null, unit: null, scale_type: "ADDITIVE" });

const ASSAYS = [assay("activity"), assay("stability")];
const SEQUENCES = ["AAA", "CCC", "DDD", "EEE", "CCC"];
const ACTIVITY = [1, 4, Number.NaN, 2, 3];
const STABILITY = [9, Number.NaN, 7, 8, 1];

describe("a scorer's record of its training data", () => {
  const training = trainingSet(
    {
      sequences: SEQUENCES,
      values: [Float64Array.from(ACTIVITY), Float64Array.from(STABILITY)],
      batches: null,
    },
    ASSAYS,
  );

  it("each sequence is stored once", () => {
    expect(training.sequences).toEqual(["AAA", "CCC", "DDD", "EEE"]);
  });

  it("each assay knows its measured sequences", () => {
    expect(measuredSequences(training, "activity")).toEqual(["AAA", "CCC", "EEE"]);
    expect(measuredSequences(training, "stability")).toEqual(SEQUENCES.slice(0, 4));
    const { unmeasured: _, ...earlier } = training;
    expect(measuredSequences(earlier, "activity")).toEqual(SEQUENCES.slice(0, 4));
  });

  it("a sequence without any value counts as unmeasured", () => {
    const values = [Float64Array.of(1, 2, Number.NaN, 3), Float64Array.of(1, Number.NaN, Number.NaN, 3)];
    const sequences = ["AAA", "AAC", "AAD", "AAC"];
    const partial = trainingSet({ sequences, values, batches: null }, ASSAYS);
    expect(partial.sequences).toContain("AAD");
    expect(measuredOfAny(partial)).toEqual(["AAA", "AAC"]);
    const measured = measuredVariants(measuredOfAny(partial), "AAA");
    expect([measured.count, measured.distance("AAC"), measured.distance("AAD")]).toEqual([2, 0, 1]);
  });

  it.each([
    ["activity", "MAXIMIZE", ["CCC", "EEE", "AAA"]],
    ["activity", "MINIMIZE", ["AAA", "EEE", "CCC"]],
    ["stability", "MAXIMIZE", ["AAA", "EEE", "DDD", "CCC"]],
    ["stability", "MINIMIZE", ["CCC", "DDD", "EEE", "AAA"]],
    ["binding", "MAXIMIZE", []],
  ] as const)(
    "a search for %s (%s) starts from the best variants of that assay",
    (assay_id, direction, best) => {
      expect(bestMeasured(training, { assay_id, direction })).toEqual(best);
    },
  );

  it("several hundred sequences are kept at each end, regardless of how many were measured", () => {
    const letters = [..."ACDEFGHIKLMNPQRSTVWY"];
    const sequences = letters.flatMap((one) =>
      letters.flatMap((two) => letters.map((three) => one + two + three)),
    );
    const values = [Float64Array.from(sequences, (_, row) => row)];
    const { extremes } = trainingSet({ sequences, values, batches: null }, [assay("activity")]);
    expect(extremes[0]?.highest).toHaveLength(200);
    expect(extremes[0]?.highest[0]).toBe("YYY");
    expect(extremes[0]?.lowest[0]).toBe("AAA");
  });
});
