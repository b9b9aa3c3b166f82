import { expect, it } from "vitest";
import { assayedVariants } from "#shared/tasks/training/assayedVariants.ts";
import { gapCounts, gapSentence } from "#shared/tasks/training/gapCounts.ts";

const REFERENCE = "MKTAYIAKQRQISFVKSHFS";

it("a training counts sequences with insertions and deletions, each sequence once", () => {
  const inserted = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(9)}`;
  const counts = gapCounts(
    [REFERENCE, REFERENCE, inserted, inserted, REFERENCE.slice(2), `${REFERENCE.slice(1)}W`],
    REFERENCE,
  );
  expect(counts).toEqual({ sequences: 4, insertions: 2, deletions: 2 });
  expect(gapSentence(counts)[0]).toMatch(/^Of 4 different sequences, 2 have insertions and 2 have deletions/);
  expect(gapSentence(gapCounts([REFERENCE, `A${REFERENCE.slice(1)}`], REFERENCE))).toEqual([]);
});

it("plausible designs do not learn from the values of insertions as from those of the reference", () => {
  const inserted = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(9)}`;
  const data = { sequences: [REFERENCE, inserted], values: [Float64Array.of(1, 0.2)], batches: null };
  const goals = {
    assays: [{ assay_id: "y", name: null, unit: null, scale_type: "ADDITIVE" as const }],
    objective: null,
    omitted: new Set<string>(),
  };
  expect([...assayedVariants(data, REFERENCE, goals)!.values]).toEqual([1]);
});
