import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { copyBits, countZeros, intersectBitmaps, isSet, setBits } from "../arrow/arrowBitmap.ts";

const bits = fc.array(fc.boolean(), { maxLength: 100 });

function bitmapOf(values: boolean[]): Uint8Array {
  const bitmap = new Uint8Array((values.length + 7) >> 3);
  values.forEach((value, index) => {
    if (value) bitmap[index >> 3]! |= 1 << (index & 7);
  });
  return bitmap;
}

function bitsOf(bitmap: Uint8Array, count: number): boolean[] {
  return Array.from({ length: count }, (_, index) => isSet(bitmap, index));
}

describe("bitmaps", () => {
  it("any bit range is copied to any position without touching other bits", () => {
    fc.assert(
      fc.property(bits, fc.nat(120), fc.nat(120), fc.nat(30), (values, first, second, at) => {
        const from = Math.min(first, second, values.length);
        const to = Math.min(Math.max(first, second), values.length);
        const target = new Uint8Array(32);
        copyBits(bitmapOf(values), from, target, at, to - from);
        const expected = Array.from({ length: 256 }, (_, index) =>
          index >= at && index < at + to - from ? values[from + index - at] : false,
        );
        expect(bitsOf(target, 256)).toEqual(expected);
      }),
      { seed: 1, numRuns: 500 },
    );
  });

  it("a missing bitmap is treated as all bits set", () => {
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (at, count) => {
        const copied = new Uint8Array(16);
        const set = new Uint8Array(16);
        copyBits(null, 5, copied, at, count);
        setBits(set, at, count);
        expect(copied).toEqual(set);
        expect(bitsOf(set, 128)).toEqual(
          Array.from({ length: 128 }, (_, index) => index >= at && index < at + count),
        );
        expect(countZeros(null, at, count)).toBe(0);
      }),
      { seed: 2, numRuns: 300 },
    );
  });

  it("the zeros of any range are counted", () => {
    fc.assert(
      fc.property(bits, fc.nat(100), fc.nat(100), (values, first, second) => {
        const from = Math.min(first, second, values.length);
        const to = Math.min(Math.max(first, second), values.length);
        const zeros = values.slice(from, to).filter((value) => !value).length;
        expect(countZeros(bitmapOf(values), from, to - from)).toBe(zeros);
      }),
      { seed: 3, numRuns: 500 },
    );
  });

  it("two bitmaps can be intersected, and either may be missing", () => {
    const left = bitmapOf([true, true, false, false, true, true, true, true, true]);
    const right = bitmapOf([true, false, true, false, true, true, true, true, false]);
    expect(bitsOf(intersectBitmaps(left, right, 9)!, 9)).toEqual([
      ...[true, false, false, false, true, true, true, true, false],
    ]);
    expect(intersectBitmaps(null, right, 9)).toBe(right);
    expect(intersectBitmaps(left, null, 9)).toBe(left);
    expect(intersectBitmaps(null, null, 9)).toBeNull();
  });
});
