import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LocalEngine, localEngine } from "#test/sql/localEngine.ts";
import { numericHistogram, weightedRanks } from "../../../shared/trino/functions/weightedLists.ts";

const SEED = 94;

describe("weightedRanks", () => {
  it("weightedRanks finds the same positions as in a list where each value is repeated according to its weight", () => {
    const weights = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 20 });
    const shares = fc.array(fc.constantFrom(0, 0.1, 0.25, 0.5, 0.9, 1), { maxLength: 4 });
    fc.assert(
      fc.property(weights, shares, (counts, ps) => {
        const repeated = counts.flatMap((count, index) => Array<number>(count).fill(index + 1));
        const expected = ps.map(
          (p) => repeated[Math.min(Math.floor(p * repeated.length + 1e-9), repeated.length - 1)],
        );
        expect(weightedRanks(counts, ps)).toEqual(expected);
      }),
      { seed: SEED, numRuns: 300 },
    );
  });
});

describe("numericHistogram", () => {
  it("numericHistogram keeps the total weight and the mean, in a limited number of ascending buckets", () => {
    const values = fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 400 });
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 20 }), values, (most, numbers) => {
        const [found = [], weights = []] = numericHistogram(
          most,
          numbers,
          numbers.map(() => 1),
        );
        const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
        expect(found.length).toBeLessThanOrEqual(most);
        expect(found).toEqual([...found].sort((a, b) => a - b));
        expect(sum(weights)).toBe(numbers.length);
        expect(sum(found.map((value, index) => value * (weights[index] ?? 0)))).toBeCloseTo(sum(numbers), 6);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("numericHistogram has one bucket per distinct value while there are few values", () => {
    expect(numericHistogram(3, [2, 1, 2, Number.NaN], [1, 1, 1, 1])).toEqual([
      [1, 2, Number.NaN],
      [1, 2, 1],
    ]);
  });
});

describe("weighted aggregates in SQL", () => {
  let engine: LocalEngine;

  beforeAll(async () => {
    engine = await localEngine();
  });

  afterAll(() => engine.close());

  const ROWS =
    "(VALUES ('a', 1, 1), ('a', 2, 1), ('a', 10, 3), ('b', 7, 2), ('b', NULL, 9), ('b', 9, NULL)) AS t (k, x, w)";

  it.each([
    [`SELECT approx_percentile(x, w, 0.5) FROM ${ROWS} GROUP BY k ORDER BY k`, [["10"], ["7"]]],
    [`SELECT approx_percentile(x, w, ARRAY[0.0, 0.3, 1.0]) FROM ${ROWS} WHERE k = 'a'`, [[["1", "2", "10"]]]],
    [
      `SELECT approx_percentile(x, w, 0.5), approx_percentile(x, w, ARRAY[0.5]) FROM ${ROWS} WHERE k = 'c'`,
      [[null, null]],
    ],
    [
      `SELECT x, approx_percentile(x, w, 0.5) OVER (ORDER BY x) FROM ${ROWS} WHERE k = 'a' ORDER BY x`,
      [
        [1, "1"],
        [2, "2"],
        [10, "10"],
      ],
    ],
    [
      `SELECT numeric_histogram(2, x, w) FROM ${ROWS} WHERE k = 'a'`,
      [
        [
          [
            { key: 1.5, value: 2 },
            { key: 10, value: 3 },
          ],
        ],
      ],
    ],
    [`SELECT numeric_histogram(5, x) FROM ${ROWS} WHERE k = 'c'`, [[null]]],
    [`SELECT approx_percentile(x, ARRAY[0.0, 0.5, 1.0]) FROM ${ROWS} WHERE k = 'a'`, [[["1", "2", "10"]]]],
  ])("the query %s gives the weighted result", async (query, rows) => {
    expect(await engine.answer(query)).toMatchObject({ rows });
  });

  it.each([
    [
      `SELECT approx_percentile(x, 0, 0.5) FROM ${ROWS}`,
      "The weights of approx_percentile must be greater than 0",
    ],
    [
      `SELECT approx_percentile(x, w, 2) FROM ${ROWS}`,
      "The percentile of approx_percentile must be a number from 0 to 1",
    ],
    ...["2.0", "-1.0", "NULL", "0.5, 1.5", "nan()"].flatMap((shares) =>
      ["x", "x, w"].map((values): [string, string] => [
        `SELECT approx_percentile(${values}, ARRAY[${shares}]) FROM ${ROWS}`,
        "The percentile of approx_percentile must be a number from 0 to 1",
      ]),
    ),
    [
      `SELECT numeric_histogram(1, x) FROM ${ROWS}`,
      "The number of buckets of numeric_histogram must be a literal from 2 to 10,000",
    ],
  ])("the query %s is refused", async (query, sentence) => {
    expect(await engine.answer(query)).toMatchObject({ message: expect.stringContaining(sentence) });
  });
});
