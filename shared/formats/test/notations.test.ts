import type { CellNotation } from "@pdp/basics/columns";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDateNotation } from "../notations/readDateNotation.ts";
import { readNumberNotation } from "../notations/readNumberNotation.ts";
import { readDate, readDecimal } from "../readScalar.ts";

const SEED = { seed: 41, numRuns: 200 };
const styleOf = (notations: CellNotation[], decimal: "." | "," = ".") => ({
  notations: new Set(notations),
  decimal,
});
const read = (text: string, notations: CellNotation[], decimal: "." | "," = ".") =>
  readNumberNotation(text, styleOf(notations, decimal));

const number = fc.tuple(fc.integer({ min: 0, max: 9_999_999 }), fc.integer({ min: 1, max: 99 }));
const grouped = (whole: number, sign: string) => String(whole).replace(/\B(?=(\d{3})+$)/g, sign);

describe("notations of numbers", () => {
  test.each<[string, CellNotation[], (whole: number, decimals: number) => string]>([
    ["with a decimal comma", ["DECIMAL_COMMA"], (whole, decimals) => `${whole},${decimals}`],
    [
      "with commas between thousands",
      ["THOUSANDS_COMMA"],
      (whole, decimals) => `${grouped(whole, ",")}.${decimals}`,
    ],
    [
      "in German",
      ["THOUSANDS_POINT", "DECIMAL_COMMA"],
      (whole, decimals) => `${grouped(whole, ".")},${decimals}`,
    ],
    [
      "with narrow spaces",
      ["THOUSANDS_SPACE"],
      (whole, decimals) => `${grouped(whole, "\u202f")}.${decimals}`,
    ],
    ["with apostrophes", ["THOUSANDS_SPACE"], (whole, decimals) => `${grouped(whole, "'")}.${decimals}`],
    ["with a percent sign", ["PERCENT"], (whole, decimals) => `${whole}.${decimals} %`],
  ])("a number %s is read back, including with a limit or an error", (_, notations, write) => {
    fc.assert(
      fc.property(number, ([whole, decimals]) => {
        const [text, value] = [write(whole, decimals), Number(`${whole}.${decimals}`)];
        expect(Number(read(text, notations)?.value)).toBe(value);
        expect(read(`< ${text}`, [...notations, "LIMIT"])).toMatchObject({ limit: "<" });
        expect(Number(read(`>${text}`, [...notations, "LIMIT"])?.value)).toBe(value);
        const pair = read(`${text} ± ${text}`, [...notations, "PLUS_MINUS"]);
        expect([Number(pair?.value), Number(pair?.error)]).toEqual([value, value]);
        expect(read(`<${text}`, notations)).toBeUndefined();
      }),
      SEED,
    );
  });

  test("a percentage becomes an exact fraction", () => {
    expect(read("95 %", ["PERCENT_FRACTION"])?.value).toBe("95e-2");
    expect(read("1.5e1%", ["PERCENT_FRACTION"])?.value).toBe("1.5e-1");
    expect(Number(read("12,5 %", ["PERCENT_FRACTION"], ",")?.value)).toBe(0.125);
  });

  test("an error in brackets applies to the last digits", () => {
    expect(read("12.34(5)", ["PLUS_MINUS"])).toEqual({ value: "12.34", error: "5e-2", limit: null });
    expect(read("120 (15)", ["PLUS_MINUS"])).toEqual({ value: "120", error: "15", limit: null });
    expect(read("1 ± -1", ["PLUS_MINUS"])).toBeUndefined();
    expect(read("12 ± 0.5 %", ["PLUS_MINUS", "PERCENT"])).toEqual({ value: "12", error: "0.5", limit: null });
  });
});

test("any text read as a number follows the service's rules for numbers", () => {
  const all: CellNotation[] = [
    "THOUSANDS_COMMA",
    "THOUSANDS_SPACE",
    "THOUSANDS_POINT",
    "DECIMAL_COMMA",
    "PERCENT",
    "PLUS_MINUS",
    "LIMIT",
  ];
  const piece = fc.constantFrom(
    "1",
    "23",
    "456",
    ".",
    ",",
    " ",
    "'",
    "%",
    "±",
    "<",
    ">",
    "(",
    ")",
    "e",
    "-",
    "+",
    "LOD",
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 8 }),
      fc.constantFrom<"." | ",">(".", ","),
      (pieces, decimal) => {
        const number = read(pieces.join(""), all, decimal);
        for (const text of [number?.value, number?.error])
          if (text != null) expect(["value", "zero"]).toContain(readDecimal(text));
      },
    ),
    { ...SEED, numRuns: 2_000 },
  );
});

describe("notations of dates", () => {
  test.each<[string, CellNotation, string | undefined]>([
    ["3.11.2026", "DAY_MONTH_YEAR", "2026-11-03"],
    ["03/11/26", "DAY_MONTH_YEAR", "2026-11-03"],
    ["03/11/69", "DAY_MONTH_YEAR", "1969-11-03"],
    ["3-Nov-2026", "DAY_MONTH_YEAR", "2026-11-03"],
    ["3 November 2026", "DAY_MONTH_YEAR", "2026-11-03"],
    ["11/3/2026", "MONTH_DAY_YEAR", "2026-11-03"],
    ["2026/11/3", "YEAR_MONTH_DAY", "2026-11-03"],
    ["3.11.2026 9:05", "DAY_MONTH_YEAR", "2026-11-03T09:05"],
    ["31.02.2026", "DAY_MONTH_YEAR", undefined],
    ["13/13/2026", "MONTH_DAY_YEAR", undefined],
    ["3.11/2026", "DAY_MONTH_YEAR", undefined],
    ["3.11.2026", "YEAR_MONTH_DAY", undefined],
  ])("%s with %s is %s", (text, notation, date) => {
    expect(readDateNotation(text, new Set([notation]))).toBe(date);
  });

  test("a date is read back in each order", () => {
    const day = fc.date({ min: new Date("1970-01-01"), max: new Date("2068-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(day, (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year = "", month = "", of = ""] = iso.split("-");
        const written: [string, CellNotation][] = [
          [`${Number(of)}.${Number(month)}.${year}`, "DAY_MONTH_YEAR"],
          [`${of}/${month}/${year.slice(2)}`, "DAY_MONTH_YEAR"],
          [`${month}/${of}/${year}`, "MONTH_DAY_YEAR"],
          [`${year}.${Number(month)}.${of}`, "YEAR_MONTH_DAY"],
        ];
        for (const [text, notation] of written) expect(readDateNotation(text, new Set([notation]))).toBe(iso);
        expect(readDate(iso)).toBe("value");
      }),
      SEED,
    );
  });
});
