import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseExactJson } from "#shared/domain/exactJson.ts";

describe("exact JSON", () => {
  it("every 64-bit integer keeps its digits", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
        const { id } = parseExactJson(`{"id":${value}}`) as { id: bigint | number };
        expect(String(id)).toBe(String(value));
        expect(typeof id).toBe(Number.isSafeInteger(Number(value)) ? "number" : "bigint");
      }),
    );
  });

  it("everything else is parsed the way JSON.parse does it", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.stringify(parseExactJson(text), withoutBigInt)).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
    expect(parseExactJson('[1e300, 9007199254740993.5, 1.5, "9007199254740993"]')).toEqual([
      1e300,
      9007199254740994,
      1.5,
      "9007199254740993",
    ]);
  });
});

function withoutBigInt(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
