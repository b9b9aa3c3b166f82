import { createRandom, spearman } from "@pdp/basics/statistics";
import { correctBatches, type ScaleType } from "@pdp/science/analysis";
import { createScorer, fitScorer } from "@pdp/science/models";
import { residueIndices } from "@pdp/science/sequences";
import { describe, expect, it } from "vitest";
import { batchCorrectionText } from "#shared/reports/batchCorrectionSection.ts";
import { byNight } from "#test/support/byNight.ts";
import { mutants, REFERENCE } from "../scorer/mutants.ts";

/** Values of variants on plates that each contain reference wells, and the same values with a shift for each plate. */
function plates(
  seed: string,
  { variants = 96, count = 4, wells = 4, noise = 0.3, shift = Math.log(5), isDistinct = false } = {},
) {
  const random = createRandom(seed);
  const reference = residueIndices(REFERENCE);
  const effects = Float64Array.from({ length: reference.length * 22 }, () => 0.5 * random.normal() - 0.3);
  const truth = (text: string): number =>
    residueIndices(text).reduce(
      (sum, residue, site) => sum + (residue === reference[site] ? 0 : effects[site * 22 + residue]!),
      0,
    );
  const drawn = isDistinct
    ? [...new Set(mutants(random, 2 * variants, 3))].filter((text) => text !== REFERENCE).slice(0, variants)
    : mutants(random, variants, 3);
  const rows = [
    ...drawn.map((sequence, row) => ({ sequence, plate: row % count })),
    ...Array.from({ length: count * wells }, (_, row) => ({ sequence: REFERENCE, plate: row % count })),
  ];
  const sequences = rows.map(({ sequence }) => sequence);
  const batches = rows.map(({ plate }) => `plate ${plate}`);
  const plain = Float64Array.from(rows, ({ sequence }) => truth(sequence) + noise * random.normal());
  const shifted = plain.map((value, row) => value + (shift * rows[row]!.plate) / (count - 1));
  return { truth, sequences, batches, plain, shifted };
}

function corrected(
  { sequences, batches }: { sequences: string[]; batches: string[] },
  values: Float64Array,
  scaleType: ScaleType,
  limits?: Int8Array,
) {
  return correctBatches({ sequences, batches, values, scaleType, ...(limits && { limits }) })!;
}

describe("a fivefold plate factor", () => {
  byNight("a plate factor costs at most 0.03 of the predictions' Spearman correlation", async () => {
    const cost: number[] = [];
    const uncorrected: number[] = [];
    for (const seed of ["one", "two"]) {
      const set = plates(seed);
      const unseen = mutants(createRandom(`unseen ${seed}`), 400, 3);
      const expected = Float64Array.from(unseen, set.truth);
      const accuracyOf = async (levels: Float64Array, isCorrected: boolean) => {
        const own = levels.map(Math.exp);
        const values = isCorrected ? corrected(set, own, "MULTIPLICATIVE").values : own;
        const assays = [{ assay_id: "y", scale_type: "MULTIPLICATIVE" as const }];
        const data = { reference: REFERENCE, sequences: set.sequences, assays, values: [values] };
        const kinds = ["fold", "final"] as const;
        const { model } = await fitScorer({ ...data, sampler: null, folds: 2, seed: 7 }, { kinds });
        return spearman(createScorer(model!).get("y")!.predict(unseen).mean, expected);
      };
      const plain = await accuracyOf(set.plain, false);
      cost.push(plain - (await accuracyOf(set.shifted, true)));
      uncorrected.push(plain - (await accuracyOf(set.shifted, false)));
    }
    const mean = (list: number[]) => list.reduce((sum, one) => sum + one / list.length, 0);
    expect(mean(cost)).toBeLessThanOrEqual(0.03);
    expect(mean(uncorrected)).toBeGreaterThan(0.06);
  });

  it("a plate factor is divided out, and the geometric mean is preserved", () => {
    const set = plates("divided");
    const found = corrected(set, set.shifted.map(Math.exp), "MULTIPLICATIVE");
    expect(found.correction).toMatchObject({ kind: "FACTORS" });
    const offsets = found.correction.batches.map(({ offset }) => offset!);
    expect(offsets.at(-1)! - offsets[0]!).toBeCloseTo(Math.log(5), 0);
    for (const { error } of found.correction.batches) expect(error).toBeLessThan(0.3);
    const meanLog = (values: Float64Array) =>
      values.reduce((sum, value) => sum + Math.log(value) / values.length, 0);
    expect(meanLog(found.values)).toBeCloseTo(meanLog(set.shifted.map(Math.exp)), 9);
  });

  it("a plate factor is found even if a reference well failed", () => {
    const set = plates("failed", { noise: 0.1 });
    const well = set.sequences.lastIndexOf(REFERENCE);
    const values = set.shifted.map(Math.exp);
    values[well] = 0.001;
    const offsets = corrected(set, values, "MULTIPLICATIVE").correction.batches.map(({ offset }) => offset!);
    expect(Math.abs(offsets[3]! - offsets[0]! - Math.log(5))).toBeLessThan(0.4);
  });

  it("an offset is subtracted from additive values", () => {
    const set = plates("added");
    const found = corrected(set, set.shifted, "ADDITIVE");
    expect(found.correction.kind).toBe("OFFSETS");
    const logs = corrected(set, set.shifted.map(Math.exp), "MULTIPLICATIVE").values.map(Math.log);
    for (const [row, value] of found.values.entries()) expect(value).toBeCloseTo(logs[row]!, 1);
  });
});

describe("equal batches", () => {
  it("equal batches barely change", () => {
    const sizes = Array.from({ length: 40 }, (_, seed) => {
      const set = plates(`same ${seed}`, { shift: 0 });
      const { correction } = corrected(set, set.plain, "ADDITIVE");
      return correction.batches
        .map(({ offset }) => offset! ** 2)
        .reduce((sum, square) => sum + square / 4, 0);
    });
    const size = Math.sqrt(sizes.reduce((sum, square) => sum + square / sizes.length, 0));
    // The error of the means of four wells would be half of the noise.
    expect(size).toBeLessThan(0.4 * 0.15);
  });

  it("batches without a shared sequence stay unchanged", () => {
    const set = plates("alone", { wells: 0 });
    const sequences = set.sequences.map((sequence, row) => `${sequence}${"A".repeat(row % 4)}`);
    const found = corrected({ ...set, sequences }, set.shifted, "ADDITIVE");
    expect(found.values).toEqual(set.shifted);
    expect(found.correction).toMatchObject({ kind: "NONE", shared: 0 });
    expect(
      correctBatches({ ...set, batches: set.batches.map(() => ""), values: set.plain, scaleType: "RANK" }),
    ).toBe(null);
  });
});

describe("batches that cannot be compared", () => {
  it.each([
    ["ADDITIVE", "OFFSETS"],
    ["MULTIPLICATIVE", "FACTORS"],
  ] as const)(
    "batches that cannot be compared remain unchanged while others are corrected, %s",
    (scaleType, kind) => {
      const set = plates("linked");
      const far = mutants(createRandom("far"), 30, 3).map((text) => `${text}A`);
      const ofScale = (value: number) => (scaleType === "MULTIPLICATIVE" ? Math.exp(value) : value);
      const values = Float64Array.from([...set.shifted, ...far.map((_, row) => 9 + row / 10)], ofScale);
      const batches = [...set.batches, ...far.map(() => "far")];
      const found = corrected({ sequences: [...set.sequences, ...far], batches }, values, scaleType);
      expect(found.correction).toMatchObject({
        kind,
        batches: { 4: { batch: "far", offset: 0, error: null } },
      });
      expect(found.values.slice(set.batches.length)).toEqual(values.slice(set.batches.length));
      const text = batchCorrectionText(found.correction);
      expect(text).toMatch(/ 1 batch remains unchanged, because it shares no sequence with another\.$/);
      // The mean of the corrected values is unchanged on the comparison scale.
      const level = (all: Float64Array) =>
        all
          .slice(0, set.batches.length)
          .map((value) => (scaleType === "MULTIPLICATIVE" ? Math.log(value) : value))
          .reduce((sum, value) => sum + value, 0);
      expect(level(found.values)).toBeCloseTo(level(values), 6);
    },
  );

  it.each<[string, ScaleType, string[], number[], string[]]>([
    ["FEW_VALUES", "RANK", ["MA", "MC", "MA"], [1, 2, 3], ["a", "a", "b"]],
    ["EQUAL", "ADDITIVE", ["MA", "MA", "MC"], [2, 2, 2], ["a", "b", "b"]],
    ["UNLINKED", "ADDITIVE", ["MA", "MC", "MD"], [1, 2, 3], ["a", "b", "b"]],
    [
      "TOO_MANY",
      "ADDITIVE",
      Array(501).fill("MA"),
      [...Array(501).keys()],
      [...Array(501).keys()].map((batch) => `b${batch}`),
    ],
  ])("batches that cannot be compared have a reason: %s", (reason, scaleType, sequences, values, batches) => {
    const { correction } = corrected({ sequences, batches }, Float64Array.from(values), scaleType);
    expect(correction).toMatchObject({ kind: "NONE", reason });
    expect(batchCorrectionText(correction)).toMatch(
      {
        FEW_VALUES: /each with fewer than 10 values/,
        EQUAL: /all values are equal/,
        UNLINKED: /no sequence was measured in two/,
        TOO_MANY: /more than the 500/,
      }[reason]!,
    );
  });
});

describe("plates with few or no shared wells", () => {
  /** Returns the root mean square error of the offsets, and of no correction, in units of the fivefold factor. */
  function errors(wells: number) {
    const seeds = Array.from({ length: 12 }, (_, seed) => `random ${seed}`);
    const found = seeds.map((seed) => {
      const set = plates(seed, { wells, isDistinct: true });
      const { correction } = corrected(set, set.shifted, "ADDITIVE");
      expect(correction.isRandom).toBe(wells < 2 ? true : undefined);
      const offsets = [0, 1, 2, 3].map(
        (plate) => correction.batches.find(({ batch }) => batch === `plate ${plate}`)!.offset!,
      );
      const mean = offsets.reduce((sum, offset) => sum + offset / 4, 0);
      const expected = [0, 1, 2, 3].map((plate) => (Math.log(5) * (plate - 1.5)) / 3);
      return (
        Math.hypot(...offsets.map((offset, plate) => offset - mean - expected[plate]!)) /
        Math.hypot(...expected)
      );
    });
    return found.reduce((sum, error) => sum + error / seeds.length, 0);
  }

  it("plates are corrected by their means as far as possible, and one shared well improves this", () => {
    const [none, one, four] = [errors(0), errors(1), errors(4)];
    expect(none).toBeLessThan(0.5);
    expect(one).toBeLessThan(none);
    expect(four).toBeLessThan(one);
  });

  it("a plate that has only limits is not corrected, but the others are", () => {
    const set = plates("limits", { wells: 0, isDistinct: true });
    const limits = Int8Array.from(set.batches, (batch) => (batch === "plate 3" ? -1 : 0));
    const { correction, values } = corrected(set, set.shifted, "ADDITIVE", limits);
    expect(correction.isRandom).toBe(true);
    const { offset, error } = correction.batches.find(({ batch }) => batch === "plate 3")!;
    expect([offset, error]).toEqual([0, null]);
    const rows = [...limits.keys()].filter((row) => limits[row] !== 0);
    expect(rows.map((row) => values[row])).toEqual(rows.map((row) => set.shifted[row]));
    expect(correction.batches.filter(({ error }) => error !== null)).toHaveLength(3);
  });

  it("the report states the assumption", () => {
    const set = plates("assumption", { wells: 0, isDistinct: true });
    const text = batchCorrectionText(corrected(set, set.shifted.map(Math.exp), "MULTIPLICATIVE").correction);
    expect(text).toContain("they are divided by its factor");
    expect(text).toContain("This assumes that the batches are random samples of the same variants");
    expect(text).toContain("measure the reference in at least two wells of each batch");
    const one = plates("assumption", { wells: 1, isDistinct: true });
    expect(batchCorrectionText(corrected(one, one.shifted, "ADDITIVE").correction)).toContain(
      "only 1 sequence was measured in several batches",
    );
  });

  it("plates without differences are hardly changed", () => {
    const set = plates("same", { wells: 0, shift: 0, isDistinct: true });
    const { values } = corrected(set, set.plain, "ADDITIVE");
    const changes = values.map((value, row) => Math.abs(value - set.plain[row]!));
    expect(Math.max(...changes)).toBeLessThan(0.3);
  });

  it("a later round whose variants share mutations is not corrected by its mean", () => {
    const random = createRandom("rounds");
    const first = mutants(random, 48, 3);
    const second = mutants(random, 48, 2).map((text) => `W${text.slice(1, 8)}C${text.slice(9)}`);
    const sequences = [...first, ...second];
    const batches = sequences.map((_, row) => (row < 48 ? "round 1" : "round 2"));
    const values = Float64Array.from(sequences, (_, row) => random.normal() + (row < 48 ? 0 : 2));
    const { values: found, correction } = corrected({ sequences, batches }, values, "ADDITIVE");
    expect(correction).toMatchObject({ kind: "NONE", reason: "UNLINKED" });
    expect(found).toEqual(values);
  });
});

describe("batch values", () => {
  it("ranks within batches do not depend on the scale of each batch", () => {
    const set = plates("ranks");
    const scaled = set.plain.map((value, row) =>
      set.batches[row] === "plate 2" ? 100 + 3 * value : value ** 3,
    );
    const order = (values: Float64Array) =>
      values.map((value, _, all) => all.filter((one) => one < value).length);
    const found = corrected(set, scaled, "RANK");
    expect(found.correction.kind).toBe("RANKS");
    expect(order(found.values)).toEqual(order(corrected(set, set.plain, "RANK").values));
  });

  it("limits are shifted with their batch, but do not affect the correction", () => {
    const set = plates("limits", { noise: 0.1 });
    const limits = Int8Array.from(set.sequences, (_, row) => (row % 7 === 0 ? -1 : 0));
    const wild = set.shifted.map((value, row) => (limits[row] === 0 ? value : 50));
    const [plain, found] = [set.shifted, wild].map((values) =>
      corrected(set, values, "ADDITIVE", limits).correction.batches.map(({ offset }) => offset!),
    );
    expect(found![3]! - found![0]!).toBeCloseTo(plain![3]! - plain![0]!, 0);
  });

  it("corrected values remain finite; missing values and zeros are unchanged", () => {
    const random = createRandom("any");
    for (let round = 0; round < 60; round += 1) {
      const rows = 1 + random.integer(40);
      const sequences = Array.from({ length: rows }, () => "ACDEFGHIKL".slice(0, 1 + random.integer(6)));
      const batches = sequences.map(() => ["", "a", "b", "c"][random.integer(4)]!);
      const values = Float64Array.from(
        sequences,
        () => [Number.NaN, 0, -1, 1, 1, 1e9 * random.uniform(), random.normal()][random.integer(7)]!,
      );
      for (const scaleType of ["ADDITIVE", "MULTIPLICATIVE", "RANK"] as const) {
        const found = correctBatches({ sequences, batches, values, scaleType });
        if (found === null) continue;
        for (const [row, value] of found.values.entries()) {
          expect(Number.isNaN(value)).toBe(Number.isNaN(values[row]));
          if (!Number.isNaN(value)) expect(Number.isFinite(value)).toBe(true);
          if (found.correction.kind === "FACTORS" && values[row] === 0) expect(value).toBe(0);
        }
        expect(found.correction.batches.reduce((sum, { values: own }) => sum + own, 0)).toBe(
          values.filter((value) => !Number.isNaN(value)).length,
        );
      }
    }
  });
});
