import fc from "fast-check";
import { expect, test } from "vitest";
import { numberReadings, sureReading } from "../notations/numberReadings.ts";
import { readNumberNotation } from "../notations/readNumberNotation.ts";

const POINT = { decimal: "." } as const;

test.each<[cells: string[], ways: string[]]>([
  [["1,234"], ["THOUSANDS_COMMA: 1234", "DECIMAL_COMMA: 1.234"]],
  [
    ["<0.5", "1,015"],
    ["LIMIT THOUSANDS_COMMA: 1015", "LIMIT DECIMAL_COMMA: 1.015"],
  ],
  [["12,5", "1,234"], ["DECIMAL_COMMA: 12.5"]],
  [["1,234,567", "1,234"], ["THOUSANDS_COMMA: 1234567"]],
  [["12,5", "1,234.5"], []],
  [["95%"], ["PERCENT: 95", "PERCENT_FRACTION: 0.95"]],
  [["1 234"], ["THOUSANDS_SPACE: 1234"]],
  [["1.2 ± 0.1", "<LOD"], ["LIMIT PLUS_MINUS: 1.2 ± 0.1"]],
  [["high"], []],
  [["1.5"], []],
])("every way to read %j as numbers is found", (cells, ways) => {
  const readings = numberReadings(cells, POINT);
  expect(readings.map(({ notations, example }) => `${notations.join(" ")}: ${example.number}`)).toEqual(ways);
  expect(sureReading(readings, POINT)).toBe(ways.length === 1 ? readings[0] : undefined);
});

test("a thousands separator that is also the column's decimal sign is ambiguous", () => {
  const cells = ["1.234,5"];
  const sure = (decimal: "." | ",") => sureReading(numberReadings(cells, { decimal }), { decimal });
  expect([sure("."), sure(",")?.notations]).toEqual([undefined, ["THOUSANDS_POINT"]]);
  expect(numberReadings(["1,234,567"], { ...POINT, notations: ["DECIMAL_COMMA"] })).toEqual([]);
});

test("each interpretation accepts every cell, and no two interpretations produce the same numbers", () => {
  const cell = fc.stringMatching(/^<?\d{1,3}(?:[.,]\d{1,3}){0,2}%?$/);
  fc.assert(
    fc.property(
      fc.array(cell, { minLength: 1, maxLength: 3 }),
      fc.constantFrom<"." | ",">(".", ","),
      (cells, decimal) => {
        const numbers = numberReadings(cells, { decimal }).map(({ notations }) => {
          const read = cells.map((cell) =>
            readNumberNotation(cell, { decimal, notations: new Set(notations) }),
          );
          expect(read).not.toContain(undefined);
          return JSON.stringify(read.map((number) => [number?.limit, Number(number?.value), number?.error]));
        });
        expect(new Set(numbers).size).toBe(numbers.length);
      },
    ),
    { seed: 3, numRuns: 200 },
  );
});
