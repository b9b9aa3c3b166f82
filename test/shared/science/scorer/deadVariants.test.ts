import { describe, expect, it } from "vitest";
import { createRandom, type Random } from "#shared/basics/statistics/random.ts";
import type { ScaleType } from "#shared/science/assay.ts";
import { planScorer } from "#shared/science/scorer/scorerPlan.ts";
import { residueLetters } from "#shared/science/sequences/aminoAcids.ts";
import { FAMILIES } from "../../../../bench/panel/families.ts";
import { drawLibrary } from "../../../../bench/panel/library.ts";
import { DEAD_BELOW, deadLandscape, drawDead } from "../../../../bench/panel/mostlyDead.ts";
import { mutants, REFERENCE } from "./mutants.ts";

/** Returns how many variants an assay's plan counts as dead; null if it does not distinguish them. */
function deadCount(
  reference: string,
  sequences: string[],
  values: Float64Array,
  scale_type: ScaleType,
): number | null {
  const { assays } = planScorer({
    reference,
    sequences,
    assays: [{ assay_id: "activity", scale_type }],
    values: [values],
    sampler: null,
    seed: 1,
  });
  const { deadBelow, targets } = assays[0]!;
  return deadBelow === null ? null : targets.filter((target) => target < deadBelow).length;
}

/** Counts the dead among 300 mutants with values drawn by `draw`. */
function countDrawn(draw: (random: Random) => number, scale: ScaleType): number | null {
  const random = createRandom("drawn");
  const sequences = [...new Set(mutants(random, 400, 3))].slice(0, 300);
  const values = Float64Array.from(sequences, () => draw(random));
  return deadCount(REFERENCE, sequences, values, scale);
}

describe("dead variants", () => {
  it.each([96, 300, 1_000])(
    "in a mostly dead landscape with %i rows, variants at background level are classified as dead",
    (rows) => {
      for (const seed of [1, 2, 3]) {
        const random = createRandom(`mostly dead ${seed}`);
        const landscape = deadLandscape(random.fork("landscape"));
        const { sequences, values } = drawDead(landscape, rows, random.fork("library"));
        const dead = values.filter((value) => value < DEAD_BELOW).length;
        const count = (scale: ScaleType) =>
          deadCount(residueLetters(landscape.reference), sequences.map(residueLetters), values, scale);
        expect(count("MULTIPLICATIVE")).toBe(dead);
        // Effects multiply: on the additive scale, no single noise fits the active variants.
        expect(count("ADDITIVE")).toBeNull();
        expect(count("RANK")).toBeNull();
      }
    },
  );

  it.each(Object.entries(FAMILIES))("a landscape of the family %s has no dead variants", (name, family) => {
    for (const rows of [96, 384]) {
      for (const seed of [0, 1, 2]) {
        const random = createRandom(`panel ${name} multiple ${rows} 0.15 ${seed}`);
        const landscape = family(random.fork("landscape"));
        const { training } = drawLibrary(
          landscape,
          "multiple",
          { rows, noise: 0.15 },
          random.fork("library"),
        );
        const sequences = training.sequences.map(residueLetters);
        const values = Float64Array.from(training.values);
        for (const scale of ["MULTIPLICATIVE", "ADDITIVE"] as const)
          expect(deadCount(residueLetters(landscape.reference), sequences, values, scale)).toBeNull();
      }
    }
  });

  it("dead variants are distinguished in logarithmic scores", () => {
    const draw = (random: Random): number =>
      random.uniform() < 0.75 ? -6 + 0.4 * random.normal() : 0.5 * random.normal();
    expect(countDrawn(draw, "ADDITIVE")).toBeGreaterThan(200);
  });

  it("dead variants are not distinguished if values have one peak, or if half of the variants or very few are active", () => {
    expect(countDrawn((random) => random.normal(), "ADDITIVE")).toBeNull();
    expect(countDrawn((random) => -Math.log(1 - random.uniform()), "ADDITIVE")).toBeNull();
    expect(countDrawn((random) => Math.exp(random.normal()), "MULTIPLICATIVE")).toBeNull();
    const peaks = (share: number) => (random: Random) =>
      random.uniform() < share ? 0.01 + 0.001 * random.normal() : 1 + 0.1 * random.normal();
    expect(countDrawn(peaks(0.5), "ADDITIVE")).toBeNull();
    expect(countDrawn(peaks(0.98), "ADDITIVE")).toBeNull();
    expect(countDrawn(peaks(0.8), "ADDITIVE")).toBeGreaterThan(200);
    expect(countDrawn(() => 1, "ADDITIVE")).toBeNull();
  });
});
