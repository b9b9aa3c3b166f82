import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { paretoFront, tradeOffSections } from "#shared/reports/tradeOffSection.ts";

const assay = (assay_id: string) => ({ assay_id, name: null, unit: "u", scale_type: "ADDITIVE" as const });
const design = (name: string, ...means: number[]) => ({ name, means });

describe("trade-offs", () => {
  it("the Pareto front contains the designs that no other design beats, respecting the direction of each assay", () => {
    const input = {
      assays: [assay("activity"), assay("aggregation")],
      goals: [
        { assay_id: "activity", direction: "MAXIMIZE" as const },
        { assay_id: "aggregation", direction: "MINIMIZE" as const },
      ],
      designs: [design("A1C", 3, 9), design("A1D", 2, 5), design("A1E", 1, 6), design("A1F", 1, 1)],
      template: [1, 5],
    };
    const [section] = tradeOffSections(input);
    expect(section?.table?.rows).toEqual([
      [1, "A1C", 3, 9],
      [2, "A1D", 2, 5],
      [4, "A1F", 1, 1],
    ]);
    expect(section?.text).toMatch(/^3 designs of 4 are best trade-offs/);
    expect(tradeOffSections({ ...input, goals: input.goals.slice(0, 1) })).toEqual([]);
  });

  it("the Pareto front compares distances from a target value", () => {
    const [section] = tradeOffSections({
      assays: [assay("activity"), assay("stability")],
      goals: [
        { assay_id: "activity", direction: "MAXIMIZE" },
        { assay_id: "stability", direction: "TARGET", target: 60 },
      ],
      designs: [design("A1C", 3, 80), design("A1D", 2, 59), design("A1E", 1, 65), design("A1F", 1, 60)],
      template: [1, 50],
    });
    expect(section?.table?.rows.map(([, name]) => name)).toEqual(["A1C", "A1D", "A1F"]);
  });

  it("the Pareto front dominates all other points, and none of its points dominates another", () => {
    const point = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 30 }), (points) => {
        const beats = (one: number[], other: number[]): boolean =>
          one.every((value, at) => value >= other[at]!) && one.some((value, at) => value > other[at]!);
        const expected = [...points.keys()].filter((at) => !points.some((one) => beats(one, points[at]!)));
        expect(paretoFront(points)).toEqual(expected);
      }),
      { seed: 1 },
    );
  });
});
