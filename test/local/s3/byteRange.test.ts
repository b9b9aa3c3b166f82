import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseByteRange } from "#local/s3/protocol/byteRange.ts";

const SEED = 20_261_102;

describe("a byte range", () => {
  test("a range includes both ends and is truncated at the object's end", () => {
    expect(parseByteRange("bytes=0-0", 10)).toEqual({ first: 0, last: 0 });
    expect(parseByteRange("bytes=2-5", 10)).toEqual({ first: 2, last: 5 });
    expect(parseByteRange("bytes=2-", 10)).toEqual({ first: 2, last: 9 });
    expect(parseByteRange("bytes=2-99999999999999999999", 10)).toEqual({ first: 2, last: 9 });
    expect(parseByteRange("bytes=-3", 10)).toEqual({ first: 7, last: 9 });
    expect(parseByteRange("bytes=-30", 10)).toEqual({ first: 0, last: 9 });
  });

  test("a range outside the object is rejected", () => {
    for (const header of ["bytes=10-", "bytes=10-20", "bytes=-0"]) {
      expect(() => parseByteRange(header, 10)).toThrow("not satisfiable");
    }
    for (const header of ["bytes=0-", "bytes=0-0", "bytes=-1"]) {
      expect(() => parseByteRange(header, 0)).toThrow("not satisfiable");
    }
  });

  test("a malformed range is ignored", () => {
    for (const header of [
      undefined,
      "",
      "bytes=",
      "bytes=-",
      "bytes=5-2",
      "bytes=a-b",
      "items=0-1",
      "bytes=0-1,3-4",
    ]) {
      expect(parseByteRange(header, 10)).toBeUndefined();
    }
  });

  test("a range yields the same bytes as slicing an array", () => {
    const ends = fc.option(fc.nat(60), { nil: undefined });
    fc.assert(
      fc.property(ends, ends, fc.nat(50), (first, last, size) => {
        fc.pre(first !== undefined || last !== undefined);
        const bytes = Array.from({ length: size }, (_, index) => index);
        const expected =
          first === undefined ? bytes.slice(-(last ?? 0) || size) : bytes.slice(first, (last ?? size) + 1);
        const header = `bytes=${first ?? ""}-${last ?? ""}`;
        if (first !== undefined && last !== undefined && last < first) {
          expect(parseByteRange(header, size)).toBeUndefined();
        } else if (expected.length === 0) {
          expect(() => parseByteRange(header, size)).toThrow("not satisfiable");
        } else {
          expect(parseByteRange(header, size)).toEqual({ first: expected[0], last: expected.at(-1) });
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });

  test("any string used as a range is ignored, is rejected, or stays within the object", () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^bytes=[-0-9, ]{0,25}$/));
    fc.assert(
      fc.property(text, fc.nat(100), (header, size) => {
        try {
          const range = parseByteRange(header, size);
          if (!range) return;
          expect(range.first).toBeGreaterThanOrEqual(0);
          expect(range.last).toBeGreaterThanOrEqual(range.first);
          expect(range.last).toBeLessThan(size);
        } catch (error) {
          expect(error).toMatchObject({ code: "InvalidRange" });
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
