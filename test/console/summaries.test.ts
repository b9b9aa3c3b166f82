import { tableFromArrays } from "@uwdata/flechette";
import fc from "fast-check";
import { expect, test } from "vitest";
import { GridRows } from "#console/parts/grid/cells.ts";
import { barsPath, type Summary, summarize } from "#console/parts/grid/summaries.ts";

async function all(rows: GridRows, abort = new AbortController()): Promise<Summary[]> {
  const found: Summary[] = [];
  for await (const summary of summarize(rows, abort.signal)) found.push(summary);
  return found;
}

async function summariesOf(columns: Record<string, unknown[]>): Promise<Summary[]> {
  const rows = new GridRows();
  rows.add(tableFromArrays(columns));
  return all(rows);
}

test("every number falls into exactly one bin, and the extremes are stated", async () => {
  const number = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }), {
    nil: null,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(number, { minLength: 1, maxLength: 60 }), async (values) => {
      // The library infers the type of a column from its values.
      const [summary] = await summariesOf({ x: [...values, 0.5, -0.5] });
      const present = values.filter((value) => value !== null).length + 2;
      expect(summary?.bins?.reduce((sum, count) => sum + count, 0)).toBe(present);
      const missing = values.length + 2 - present;
      if (missing > 0) expect(summary?.words).toMatch(new RegExp(`^from \\S+ to \\S+, ${missing} missing$`));
    }),
    { numRuns: 50 },
  );
});

test("the summary of a column without a range describes its values", async () => {
  const found = await summariesOf({ one: [2, 2], text: ["a", "a"], some: ["a", null] });
  expect(found.map(({ bins, words }) => [bins, words])).toEqual([
    [null, "always 2"],
    [null, "all the same"],
    [null, "1 different, 1 missing"],
  ]);
});

test("large columns are sampled, and the computation can be stopped", async () => {
  const values = Float64Array.from({ length: 250_000 }, (_, index) => index);
  const rows = new GridRows();
  rows.add(tableFromArrays({ x: values }));
  const abort = new AbortController();
  const [summary] = await all(rows, abort);
  expect(summary?.words).toMatch(/, of 100,000 rows$/);
  expect(summary?.bins?.reduce((sum, count) => sum + count, 0)).toBe(100_000);
  abort.abort();
  expect(await all(rows, abort)).toEqual([]);
});

test("bars are proportional to counts, and non-empty bars are visible", () => {
  expect(barsPath([0, 1, 1000])).toBe(
    "M0.00 100v0.0h26.67v0.0zM33.33 100v-4.0h26.67v4.0zM66.67 100v-100.0h26.67v100.0z",
  );
});
