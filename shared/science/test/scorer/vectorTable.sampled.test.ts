import { AMINO_ACIDS } from "@pdp/basics/proteins";
import { createRandom, type Random, spearman } from "@pdp/basics/statistics";
import { describe, expect, it } from "vitest";
import { mutants, REFERENCE } from "../../../../test/shared/science/scorer/mutants.ts";
import { byNight } from "../../../../test/support/byNight.ts";
import { createMatrix, dot, matrixRow } from "../../linearAlgebra/matrix.ts";
import { principalComponents } from "../../linearAlgebra/principalComponents.ts";
import { fitScorer } from "../../scorer/fitScorer.ts";
import { mutationContext } from "../../scorer/mutationContext.ts";
import { pairKernel } from "../../scorer/mutationKernels.ts";
import { mutationRows, RESIDUE_KINDS } from "../../scorer/mutationRows.ts";
import { createScorer } from "../../scorer/scorer.ts";
import { decodeScorer, encodeScorer } from "../../scorer/scorerBytes.ts";
import type { ScoreTable } from "../../scorer/scoreTable.ts";
import { vectorTable } from "../../scorer/vectorTable.ts";
import { residueIndices } from "../../sequences/aminoAcids.ts";

const TARGET = residueIndices(REFERENCE);
const SINGLES = [...REFERENCE].flatMap((_, site) =>
  [...AMINO_ACIDS].map((letter) => REFERENCE.slice(0, site) + letter + REFERENCE.slice(site + 1)),
);
const FACTORS = 6;
const SIZE = 40;

/** Sums of mutation factors, and embeddings computed from these sums with a random map and some noise. */
function drawWorld(random: Random) {
  const factors = Array.from({ length: FACTORS }, () =>
    Float64Array.from({ length: TARGET.length * RESIDUE_KINDS }, () => random.normal()),
  );
  const map = Array.from({ length: FACTORS }, () =>
    Float64Array.from({ length: SIZE }, () => random.normal()),
  );
  const factorsOf = (text: string): number[] =>
    factors.map((effects) =>
      residueIndices(text).reduce(
        (sum, residue, site) =>
          sum + (residue === TARGET[site] ? 0 : effects[site * RESIDUE_KINDS + residue]!),
        0,
      ),
    );
  const vectorOf = (text: string): number[] => {
    const factors = factorsOf(text);
    return Array.from(
      { length: SIZE },
      (_, at) =>
        3 +
        factors.reduce((sum, factor, index) => sum + factor * map[index]![at]!, 0) +
        0.1 * random.normal(),
    );
  };
  const vectors = (texts: readonly string[]) => ({
    values: Float64Array.from(texts.flatMap(vectorOf)),
    size: SIZE,
  });
  return { factorsOf, vectors };
}

it("principal components are orthonormal and contain the directions in which rows differ", () => {
  const random = createRandom("directions");
  const axes = [0, 1, 2].map((index) =>
    Float64Array.from({ length: 12 }, (_, at) => Math.sin((index + 1) * (at + 1))),
  );
  const rows = createMatrix(200, 12);
  for (let row = 0; row < 200; row += 1) {
    for (const axis of axes) {
      const weight = random.normal();
      for (let at = 0; at < 12; at += 1)
        rows.data[row * 12 + at] = rows.data[row * 12 + at]! + weight * axis[at]!;
    }
  }
  const components = principalComponents(rows, 8, random);
  expect(components.rows).toBe(3);
  for (let first = 0; first < 3; first += 1)
    for (let other = 0; other < 3; other += 1)
      expect(dot(matrixRow(components, first), matrixRow(components, other))).toBeCloseTo(
        first === other ? 1 : 0,
        9,
      );
  for (const axis of axes) {
    const inside = [0, 1, 2].reduce((sum, index) => sum + dot(axis, matrixRow(components, index)) ** 2, 0);
    expect(inside).toBeCloseTo(dot(axis, axis), 9);
  }
  expect(principalComponents(createMatrix(5, 4), 3, random).rows).toBe(0);
});

describe("user-provided vectors", () => {
  const world = drawWorld(createRandom("world"));
  const table = vectorTable("embedding", SINGLES, world.vectors(SINGLES), REFERENCE);

  it("the kernel of two mutations is the product of their changes, including in insertion columns", () => {
    const gapped = residueIndices(`${REFERENCE.slice(0, 4)}--${REFERENCE.slice(4)}`);
    for (const [reference, inFrame] of [
      [TARGET, (text: string) => residueIndices(text)],
      [gapped, (text: string) => residueIndices(`${text.slice(0, 4)}--${text.slice(4)}`)],
    ] as const) {
      const context = mutationContext(reference, null, [table]);
      const changed = SINGLES.filter((text) => text !== REFERENCE);
      const rows = mutationRows(changed.map(inFrame), reference);
      const { of } = pairKernel("score0", context, rows, rows);
      const pairs = Array.from({ length: 400 }, (_, at) => [at % 97, (7 * at) % 311] as const);
      const truth = (at: number) => {
        const [factors, base] = [world.factorsOf(changed[at]!), world.factorsOf(REFERENCE)];
        return factors.map((factor, index) => factor - base[index]!);
      };
      const expected = pairs.map(([i, j]) =>
        truth(i).reduce((sum, factor, index) => sum + factor * truth(j)[index]!, 0),
      );
      const products = pairs.map(([i, j]) => of(i, j));
      // The random map of the factors is nearly orthogonal.
      expect(spearman(Float64Array.from(products), Float64Array.from(expected))).toBeGreaterThan(0.9);
    }
  });

  it("sequences without a vector have no influence, and without vectors nothing changes", () => {
    const missing = [...SINGLES, ...mutants(createRandom("missing"), 30, 2)];
    const { values } = world.vectors(SINGLES);
    const padded = new Float64Array(missing.length * SIZE).fill(Number.NaN);
    padded.set(values);
    const whole = vectorTable("e", SINGLES, { values, size: SIZE }, REFERENCE);
    expect(vectorTable("e", missing, { values: padded, size: SIZE }, REFERENCE)).toEqual(whole);
    const longer = [...SINGLES, `${REFERENCE.slice(0, 9)}WW${REFERENCE.slice(9)}`];
    const far = new Float64Array(longer.length * SIZE).fill(1_000);
    far.set(values);
    expect(vectorTable("e", longer, { values: far, size: SIZE }, REFERENCE)).toEqual(whole);
    const none = vectorTable(
      "e",
      ["MKLAVGWTRENDQHYSCFIP"],
      { values: new Float64Array(3).fill(Number.NaN), size: 3 },
      REFERENCE,
    );
    expect(none.changes.every((change) => change === 0)).toBe(true);
    expect(none.sequences).toBe(0);
  });

  byNight(
    "correlated vectors raise the Spearman correlation by 0.05, and shuffled ones cost at most 0.01",
    async () => {
      const [gains, losses]: [number[], number[]] = [[], []];
      for (const seed of ["v0", "v1"]) {
        const random = createRandom(seed);
        const { factorsOf, vectors } = drawWorld(random);
        const world = drawWorld(random);
        // Half of the variance follows from the vectors.
        const truth = (text: string) =>
          factorsOf(text)[0]! + factorsOf(text)[1]! + world.factorsOf(text)[0]! + world.factorsOf(text)[1]!;
        const sequences = mutants(random, 96, 3);
        const values = Float64Array.from(sequences, (text) => truth(text) + 0.3 * random.normal());
        const unseen = mutants(createRandom(`unseen ${seed}`), 300, 3);
        const expected = Float64Array.from(unseen, truth);
        const accuracyOf = async (scores: ScoreTable[]) => {
          const assays = [{ assay_id: "y", scale_type: "ADDITIVE" as const }];
          const data = { reference: REFERENCE, sequences, assays, values: [values], scores };
          const { model } = await fitScorer(
            { ...data, sampler: null, folds: 2, seed: 7 },
            { kinds: ["fold", "final"] },
          );
          const stored = decodeScorer(encodeScorer(model!));
          return spearman(createScorer(stored).get("y")!.predict(unseen).mean, expected);
        };
        const plain = await accuracyOf([]);
        const brought = vectors(SINGLES);
        const order = random.shuffle([...SINGLES.keys()]);
        const shuffled = Float64Array.from(
          order.flatMap((row) => [...brought.values.subarray(row * SIZE, (row + 1) * SIZE)]),
        );
        gains.push((await accuracyOf([vectorTable("e", SINGLES, brought, REFERENCE)])) - plain);
        losses.push(
          plain -
            (await accuracyOf([vectorTable("e", SINGLES, { values: shuffled, size: SIZE }, REFERENCE)])),
        );
      }
      const mean = (list: number[]) => list.reduce((sum, value) => sum + value / list.length, 0);
      expect(mean(gains)).toBeGreaterThan(0.05);
      expect(mean(losses)).toBeLessThanOrEqual(0.01);
    },
  );
});
