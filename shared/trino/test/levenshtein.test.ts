import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { levenshtein } from "../functions/levenshtein.ts";

/** Computes the whole matrix, one row after the other. */
function plainDistance(text: string, other: string): number {
  const [rows, columns] = [[...text], [...other]];
  let above = [...Array(columns.length + 1).keys()];
  for (const [index, point] of rows.entries()) {
    const row = [index + 1];
    for (const [column, at] of columns.entries()) {
      const replaced = (above[column] as number) + (point === at ? 0 : 1);
      row.push(Math.min(replaced, (above[column + 1] as number) + 1, (row[column] as number) + 1));
    }
    above = row;
  }
  return above.at(-1) as number;
}

/** Strings made up of only a few letters, so that many are equal, with code points of one to four bytes. */
const strings = fc
  .tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 6 }))
  .chain(([length, letters]) =>
    fc
      .array(fc.constantFrom(...[..."AéRπ😀🧬"].slice(-letters)), { minLength: length, maxLength: length })
      .map((points) => points.join("")),
  );

describe("levenshtein", () => {
  it("the distance is the least number of changes", () => {
    fc.assert(
      fc.property(strings, strings, (text, other) => {
        expect(levenshtein(text, other)).toBe(plainDistance(text, other));
      }),
      { numRuns: 500 },
    );
  });

  it.each([31, 32, 33, 63, 64, 65, 200])("strings of %i characters are read to the end", (length) => {
    const text = "MKVéπ".repeat(50).slice(0, length);
    expect(levenshtein(text, `${text.slice(0, -1)}X`)).toBe(1);
    expect(levenshtein(`X${text}`, text)).toBe(1);
    expect(levenshtein(text, [...text].reverse().join(""))).toBe(
      plainDistance(text, [...text].reverse().join("")),
    );
  });

  it("strings of any length are compared with one character", () => {
    expect(levenshtein("😀".repeat(200_000), "🧬")).toBe(200_000);
    expect(levenshtein("é".repeat(200_000), "é")).toBe(199_999);
    expect(() => levenshtein("é".repeat(2_000), "a".repeat(2_000))).toThrow("exceeds 1,000,000");
  });

  it("a distance is correct even if the previous call was stopped by its deadline", () => {
    const forever = (): void => {
      for (;;) levenshtein("AB".repeat(400), "CD".repeat(400));
    };
    for (let run = 0; run < 10; run += 1) {
      expect(() => runInNewContext("forever()", { forever }, { timeout: 5 })).toThrow("timed out");
      expect(levenshtein("CDCDCD", "xyz")).toBe(6);
      expect(levenshtein("DDDDDD", "x".repeat(40))).toBe(40);
    }
  });
});
