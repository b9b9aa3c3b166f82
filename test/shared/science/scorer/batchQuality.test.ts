import { createRandom } from "@pdp/basics/statistics";
import { batchQuality, fitScorer, meanWithinBatches, planScorer } from "@pdp/science/models";
import { expect, it } from "vitest";
import { learnabilitySections } from "#shared/reports/learnabilitySections.ts";
import { assayOf } from "../analysis/simulateAssays.ts";
import { mutants, REFERENCE } from "./mutants.ts";

it("the difference between two rounds does not count as quality within them, and the report says so", async () => {
  const random = createRandom("two rounds");
  const first = [...new Set(mutants(random, 60, 3))].slice(0, 40);
  const second = [...new Set(mutants(random, 60, 2))]
    .map((text) => `W${text.slice(1, 8)}C${text.slice(9)}`)
    .slice(0, 40);
  const sequences = [...first, ...second];
  const batches = sequences.map((_, row) => (row < 40 ? "round 1" : "round 2"));
  // Within a round, values are noise.
  const values = [Float64Array.from(sequences, (_, row) => random.normal() + (row < 40 ? 0 : 4))];
  const assays = [{ assay_id: "y", scale_type: "ADDITIVE" as const }];
  const { evaluations } = await fitScorer(
    { reference: REFERENCE, sequences, assays, values, batches, sampler: null, seed: 1 },
    { kinds: ["fold"] },
  );
  const learnability = evaluations[0]!.learnability!;
  expect(learnability.spearman).toBeGreaterThan(0.6);
  expect(learnability.batches!.map(({ batch }) => batch)).toEqual(["round 1", "round 2"]);
  expect(meanWithinBatches(learnability.batches!)).toBeLessThan(0.35);
  const sections = learnabilitySections(learnability, assayOf("y", "ADDITIVE", "y"), random);
  const section = sections.find(({ title }) => title === "How well are the variants of each batch ordered?");
  expect(section?.text).toContain("is the difference between batches: expect");
  expect(section?.table?.rows).toHaveLength(2);
});

it("ranks have their own batches, regardless of those of the other assays", () => {
  const sequences = [...new Set(mutants(createRandom("ranks"), 60, 3))].slice(0, 40);
  const values = ["a", "b"].map(() => Float64Array.from(sequences, (_, row) => row));
  const assays = (["ADDITIVE", "RANK"] as const).map((scale_type) => ({ assay_id: scale_type, scale_type }));
  const batches = sequences.map((_, row) => `round ${row % 2}`);
  const data = { reference: REFERENCE, sequences, assays, values, batches, sampler: null, seed: 1 };
  const batchesOf = (plates: string[] | null) =>
    planScorer({ ...data, rankBatches: plates }).assays.map(({ batchOf }) => batchOf && new Set(batchOf));
  expect(batchesOf(sequences.map(() => "plate"))).toEqual([
    new Set(["round 0", "round 1"]),
    new Set(["plate"]),
  ]);
  expect(batchesOf(null)).toEqual([new Set(["round 0", "round 1"]), undefined]);
});

it("variants of several batches, small batches and a single batch are not judged", () => {
  const values = Float64Array.from({ length: 12 }, (_, at) => at);
  const batchOf = (names: (string | null)[]) => Array.from(values, (_, at) => names[at % names.length]!);
  expect(batchQuality(values, values, batchOf(["a", "b"])).map(({ spearman }) => spearman)).toEqual([1, 1]);
  expect(batchQuality(values, values, batchOf(["a", null]))).toEqual([]);
  expect(batchQuality(values, values, batchOf(["a", "b", "c"]))).toEqual([]);
  expect(meanWithinBatches([])).toBeNaN();
});
