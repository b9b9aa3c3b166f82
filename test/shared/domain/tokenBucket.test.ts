import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokensLeft } from "#shared/domain/tokenBucket.ts";

const LIMITS = { ratePerSecond: 10, burst: 20 };

describe("a bucket of tokens", () => {
  it("a bucket without events is full, and each event takes one token", () => {
    expect(tokensLeft(new Map(), LIMITS, 100)).toBe(20);
    expect(tokensLeft(new Map([[100, 3]]), LIMITS, 100)).toBe(17);
  });

  it("tokens return at the rate, up to the burst", () => {
    const counts = new Map([[100, 20]]);
    expect([100, 101, 102, 103].map((second) => tokensLeft(counts, LIMITS, second))).toEqual([0, 10, 20, 20]);
  });

  it("events that were counted too late are a debt, which delays later ones", () => {
    const counts = new Map([[100, 45]]);
    expect([100, 101, 102, 103].map((second) => tokensLeft(counts, LIMITS, second))).toEqual([
      -25, -15, -5, 5,
    ]);
  });

  it("events in any order of arrival never exceed the burst and the rate if each is refused without a token", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 }), (arrivals) => {
        const counts = new Map<number, number>();
        for (const [second, count] of arrivals.entries()) {
          for (let event = 0; event < count; event += 1) {
            if (tokensLeft(counts, LIMITS, second) >= 1) counts.set(second, (counts.get(second) ?? 0) + 1);
          }
        }
        for (let from = 0; from < arrivals.length; from += 1) {
          let sum = 0;
          for (let second = from; second < arrivals.length; second += 1) {
            sum += counts.get(second) ?? 0;
            expect(sum).toBeLessThanOrEqual(LIMITS.burst + LIMITS.ratePerSecond * (second - from));
          }
        }
      }),
    );
  });
});
