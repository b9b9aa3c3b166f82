import { planScorer } from "@pdp/science/models";
import { expect, it } from "vitest";
import { assayedVariants } from "#shared/tasks/training/assayedVariants.ts";
import { gapCounts, gapSentence } from "#shared/tasks/training/gapCounts.ts";
import { planSequence } from "../../../shared/science/scorer/scorerPlan.ts";

const REFERENCE = "MKTAYIAKQRQISFVKSHFS";

it("a training run counts each sequence with insertions and deletions once", () => {
  const inserted = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(9)}`;
  const counts = gapCounts(
    [REFERENCE, REFERENCE, inserted, inserted, REFERENCE.slice(2), `${REFERENCE.slice(1)}W`],
    REFERENCE,
  );
  expect(counts).toEqual({ sequences: 4, insertions: 2, deletions: 2, skipped: 0 });
  expect(gapSentence(counts)[0]).toMatch(/^Of 4 different sequences, 2 have insertions and 2 have deletions/);
  expect(gapSentence(gapCounts([REFERENCE, `A${REFERENCE.slice(1)}`], REFERENCE))).toEqual([]);
});

it("variants with insertions that do not fit a model's columns are skipped and counted", () => {
  const at = (place: number, text: string) => REFERENCE.slice(0, place) + text + REFERENCE.slice(place);
  const singles = [..."ACDEFGHIKLMN"].map(
    (letter, site) => `${REFERENCE.slice(0, site)}${letter}${REFERENCE.slice(site + 1)}`,
  );
  // The two long sequences differ only at their ends, beyond the 499 available columns.
  const long = ["C", "W"].map((letter) => at(3, `${"C".repeat(550)}${letter}`));
  const sequences = [REFERENCE, ...singles, at(9, "W"), at(9, "Y"), at(9, "F"), ...long];
  const plan = planScorer({
    reference: REFERENCE,
    sequences,
    assays: [{ assay_id: "y", scale_type: "ADDITIVE" }],
    values: [Float64Array.from(sequences.keys())],
    sampler: null,
    seed: 1,
  });
  const [assay] = plan.assays;
  expect([...assay!.variants]).toEqual([...sequences.keys()].slice(0, -2));
  expect(assay!.rows).toBe(sequences.length - 2);
  const encoded = [...assay!.variants].map((variant) => planSequence(plan, variant).join());
  expect(new Set(encoded).size).toBe(encoded.length);
  const counts = gapCounts(sequences, REFERENCE);
  expect(counts).toMatchObject({ insertions: 5, skipped: 2 });
  expect(gapSentence(counts)[0]).toMatch(
    /Models skip 2 sequences: all insertions together require more than the maximum of 500/,
  );
});

it("plausible designs do not treat values measured with insertions as the reference's values", () => {
  const inserted = `${REFERENCE.slice(0, 9)}W${REFERENCE.slice(9)}`;
  const data = { sequences: [REFERENCE, inserted], values: [Float64Array.of(1, 0.2)], batches: null };
  const goals = {
    assays: [{ assay_id: "y", name: null, unit: null, scale_type: "ADDITIVE" as const }],
    objective: null,
    omitted: new Set<string>(),
  };
  expect([...assayedVariants(data, REFERENCE, goals)!.values]).toEqual([1]);
});
