import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ABSENT,
  formatColumn,
  formatInteger,
  formatNumber,
  formatPValue,
  formatShare,
  pValueText,
} from "../../wording/formatNumber.ts";

/** Returns a formatted number with no-break spaces replaced by ordinary ones. */
const plain = (text: string): string => text.replaceAll("\u00a0", " ");

describe("a number in a report", () => {
  it.each([
    [0, "0"],
    [-0.00001234, "−1.23 × 10⁻⁵"],
    [0.012345, "0.0123"],
    [1.5, "1.50"],
    [-12.345, "−12.3"],
    [999.96, "1,000"],
    [1234.5, "1,235"],
    [123456789, "1.23 × 10⁸"],
    [Number.NaN, ABSENT],
  ])("%d is written as %s", (value, text) => {
    expect(plain(formatNumber(value))).toBe(text);
  });

  it("thousands are grouped", () => {
    expect(formatInteger(1234567)).toBe("1,234,567");
  });

  it.each([
    [0, "0 %"],
    [0.0001, "< 0.1 %"],
    [0.0345, "3.5 %"],
    [0.5, "50 %"],
    [0.9999, "> 99.9 %"],
    [1, "100 %"],
  ])("as a share, %d is %s", (share, text) => {
    expect(plain(formatShare(share))).toBe(text);
  });

  it("a p-value is never displayed as 0", () => {
    expect(plain(formatPValue(0))).toBe("< 0.001");
    expect(plain(pValueText(0))).toBe("p < 0.001");
    expect(plain(pValueText(0.042))).toBe("p = 0.042");
  });

  it("all numbers in a column have the same number of decimals, enough for the small ones", () => {
    expect(formatColumn([52, 46.5, 0.5234, null])).toEqual(["52.00", "46.50", "0.52", ABSENT]);
    expect(formatColumn([12000, 15000.4])).toEqual(["12,000", "15,000"]);
    expect(formatColumn([])).toEqual([]);
  });

  it("a column spanning many orders of magnitude formats each number separately", () => {
    expect(formatColumn([1e-9, 1, 1e6]).map(plain)).toEqual(["1.00 × 10⁻⁹", "1.00", "1,000,000"]);
  });

  it("a formatted number keeps three digits", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e12, noNaN: true }), (value) => {
        const [mantissa = "", power = "0"] = plain(formatNumber(value)).split(" × 10");
        const digits = [...power]
          .map((digit) => (digit === "⁻" ? "-" : "⁰¹²³⁴⁵⁶⁷⁸⁹".indexOf(digit)))
          .join("");
        const back = Number(mantissa.replaceAll(",", "")) * 10 ** Number(power === "0" ? 0 : digits);
        expect(Math.abs(back / value - 1)).toBeLessThan(0.0051);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
