import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { watchRate } from "#shared/http/gateway/bodyRate.ts";

const LIMITS = { windowMs: 30_000, minBytesPerWindow: 30_720 };

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
});

afterEach(() => {
  vi.useRealTimers();
});

/** Watches a body that is being read or paused. Returns how often it was too slow. */
function watch() {
  const body = new PassThrough().resume();
  const fail = vi.fn();
  const rate = watchRate(body, LIMITS, fail);
  const pass = (milliseconds: number): number => {
    vi.advanceTimersByTime(milliseconds);
    return fail.mock.calls.length;
  };
  return { body, rate, pass };
}

it("a body is too slow if a window receives less than the minimum, regardless of earlier windows", () => {
  const { rate, pass } = watch();
  rate.count(10_000_000);
  expect(pass(30_001)).toBe(0);
  rate.count(30_719);
  expect(pass(29_000)).toBe(0);
  expect(pass(1_001)).toBe(1);
});

it("a body that receives the minimum in each window is never too slow", () => {
  const { rate, pass } = watch();
  for (let window = 0; window < 100; window += 1) {
    rate.count(30_720);
    expect(pass(30_001)).toBe(0);
  }
});

it("bytes that arrived while the process was busy count toward the window in which they arrived", () => {
  const { rate, pass } = watch();
  // Reads bytes after the window's timer fires and before the window is evaluated.
  setTimeout(() => rate.count(30_720), 30_000);
  expect(pass(30_001)).toBe(0);
});

it("a window in which the platform paused the body does not count, and the next one does", () => {
  const { body, pass } = watch();
  body.pause();
  expect(pass(90_003)).toBe(0);
  body.resume();
  expect(pass(30_001)).toBe(0);
  expect(pass(30_001)).toBe(1);
});

it("a finished body is no longer watched", () => {
  const { rate, pass } = watch();
  rate.stop();
  expect(pass(90_000)).toBe(0);
});
