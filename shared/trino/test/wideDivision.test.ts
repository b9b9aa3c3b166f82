import fc from "fast-check";
import { expect, it } from "vitest";
import { wideQuotient, wideRemainder } from "../functions/operators/wideDivision.ts";

const decimal = fc
  .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => {
    const text = String(digits < 0n ? -digits : digits).padStart(places + 1, "0");
    const point = text.length - places;
    return `${digits < 0n ? "-" : ""}${text.slice(0, point)}${places > 0 ? `.${text.slice(point)}` : ""}`;
  });

it("a quotient times the divisor is the dividend, up to half a unit of the quotient", () => {
  fc.assert(
    fc.property(decimal, decimal, fc.integer({ min: 0, max: 6 }), (a, b, scale) => {
      fc.pre(Number(b) !== 0);
      const quotient = Number(wideQuotient(a, b, scale));
      const error = Math.abs(quotient - Number(a) / Number(b));
      expect(error).toBeLessThanOrEqual(0.5 * 10 ** -scale + Math.abs(quotient) * 1e-12);
    }),
  );
});

it("a remainder is smaller than the divisor, and has the sign of the dividend", () => {
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      fc.pre(Number(b) !== 0);
      const remainder = Number(wideRemainder(a, b, 6));
      expect(Math.abs(remainder)).toBeLessThan(Math.abs(Number(b)));
      expect(Math.abs(Math.sign(remainder) - Math.sign(Number(a)))).toBeLessThan(2);
    }),
  );
});

it.each([
  ["7", "2", 0, "4"],
  ["-7", "2", 0, "-4"],
  ["0.1", "0.3", 38, `0.${"3".repeat(38)}`],
  ["-0.004", "1", 2, "0.00"],
])("%s / %s with %i places is %s", (a, b, scale, quotient) => {
  expect(wideQuotient(a, b, scale).replace(/^-(?=[0.]+$)/, "")).toBe(quotient);
});
