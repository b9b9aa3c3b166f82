import { describe, expect, test } from "vitest";
import type { Retrier } from "#local/states/definition.ts";
import { findCatcher, Retries } from "#local/states/retry.ts";
import { StateError } from "#local/states/stateError.ts";

const error = new StateError("Broken", "it broke");

function delays(retrier: Partial<Retrier>, code = "Broken"): number[] {
  const retries = new Retries({ Type: "Task", Retry: [{ ErrorEquals: ["States.ALL"], ...retrier }] });
  const found: number[] = [];
  for (;;) {
    const delay = retries.next(new StateError(code, ""));
    if (delay === undefined) return found;
    found.push(delay);
  }
}

describe("a retrier", () => {
  test("a retrier waits 1, 2 and 4 seconds by default", () => {
    expect(delays({})).toEqual([1000, 2000, 4000]);
  });

  test("a retrier backs off by its rate, up to its maximum delay", () => {
    expect(delays({ IntervalSeconds: 2, BackoffRate: 1.5, MaxAttempts: 5, MaxDelaySeconds: 6 })).toEqual([
      2000, 3000, 4500, 6000, 6000,
    ]);
    expect(delays({ MaxAttempts: 0 })).toEqual([]);
  });

  test("full jitter never waits longer than no jitter", () => {
    for (const [index, delay] of delays({ JitterStrategy: "FULL", MaxAttempts: 8 }).entries()) {
      expect(delay).toBeGreaterThanOrEqual(0);
      expect(delay).toBeLessThanOrEqual(1000 * 2 ** index);
    }
  });

  test("each retrier has a separate count", () => {
    const one = { ErrorEquals: ["One"], MaxAttempts: 1 };
    const retries = new Retries({
      Type: "Task",
      Retry: [one, { ErrorEquals: ["States.ALL"], MaxAttempts: 1 }],
    });
    expect(retries.next(new StateError("One", ""))).toBe(1000);
    expect(retries.next(error)).toBe(1000);
    expect(retries.next(new StateError("One", ""))).toBeUndefined();
    expect(retries.next(error)).toBeUndefined();
  });
});

describe("an error", () => {
  const cases: [code: string | undefined, names: string[], matches: boolean][] = [
    ["Broken", ["Broken"], true],
    ["Broken", ["broken", "Other"], false],
    ["Broken", ["States.ALL"], true],
    ["Broken", ["States.TaskFailed"], true],
    ["States.Timeout", ["States.TaskFailed"], false],
    ["States.Timeout", ["States.ALL"], true],
    ["States.Runtime", ["States.ALL", "States.Runtime"], false],
    ["States.DataLimitExceeded", ["States.ALL", "States.TaskFailed"], false],
    ["States.DataLimitExceeded", ["States.DataLimitExceeded"], true],
    [undefined, ["States.ALL"], true],
  ];
  test.each(cases)("%s is among %s: %s", (code, names, matches) => {
    const state = { Type: "Task" as const, Catch: [{ ErrorEquals: names, Next: "Next" }] };
    expect(findCatcher(state, new StateError(code, "")) !== undefined).toBe(matches);
  });
});
